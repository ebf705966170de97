import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api } from '../api';
import { clearNotice, notify } from '../notice';
import { navigate } from '../router';
import { askToSignIn, sessionEnded } from '../session';
import type { Article } from '../types';

async function removeArticle(slug: string): Promise<void> {
  const result = await api.remove(slug);
  if (result.ok) {
    navigate('/');
    return;
  }
  if (result.error.status === 401) {
    sessionEnded();
    askToSignIn();
  }
  notify(`The article was not deleted. ${result.error.message}`);
}

export function DeleteArticle({ article }: { article: Article }): VNode {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const click = async (): Promise<void> => {
    if (running.current) return;
    if (!window.confirm(`Delete “${article.title}”? This cannot be undone.`)) return;
    running.current = true;
    setBusy(true);
    clearNotice();
    await removeArticle(article.slug);
    running.current = false;
    setBusy(false);
  };
  return (
    <button type="button" class="button danger" aria-disabled={busy} onClick={() => void click()}>
      Delete
    </button>
  );
}
