/**
 * The document works without it; it filters, searches and folds. Plain JavaScript for browsers, kept as text so that the
 * report stays one file.
 */
export const SCRIPT = `(() => {
  'use strict';
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const toolbar = document.querySelector('.toolbar');
  const openTo = (element) => {
    for (let at = element; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  };
  const followHash = () => {
    let id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const target = id === '' ? null : document.getElementById(id);
    if (!target) return;
    if (toolbar && target.hidden) show('all', '');
    openTo(target);
    target.scrollIntoView();
  };
  const criteria = all('.criterion').map((element) => ({
    element,
    judgement: element.dataset.judgement,
    text: (element.querySelector('summary').textContent + ' ' + element.id).toLowerCase(),
  }));
  const contracts = all('.contract');
  let filter = 'all';
  let words = '';
  function show(nextFilter, nextWords) {
    filter = nextFilter;
    words = nextWords.trim().toLowerCase();
    let shown = 0;
    for (const { element, judgement, text } of criteria) {
      const visible = (filter === 'all' || judgement === filter) && text.includes(words);
      element.hidden = !visible;
      if (visible) shown += 1;
    }
    for (const contract of contracts) contract.hidden = !contract.querySelector('.criterion:not([hidden])') && shown < criteria.length;
    for (const button of all('[data-filter]', toolbar)) button.setAttribute('aria-pressed', String(button.dataset.filter === filter));
    toolbar.querySelector('.shown').textContent = shown === criteria.length ? '' : shown + ' of ' + criteria.length + ' criteria shown';
  }
  if (toolbar) {
    const search = toolbar.querySelector('input');
    toolbar.hidden = false;
    toolbar.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (!button) return;
      if (button.dataset.filter) show(button.dataset.filter, search.value);
      else for (const { element } of criteria) if (!element.hidden) element.open = button.dataset.fold === 'open';
    });
    search.addEventListener('input', () => show(filter, search.value));
    search.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      search.value = '';
      show(filter, '');
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea')) return;
      event.preventDefault();
      search.focus();
    });
  }
  addEventListener('hashchange', followHash);
  addEventListener('beforeprint', () => {
    for (const { element, judgement } of criteria) if (judgement !== 'satisfied') element.open = true;
  });
  followHash();
})();`;
