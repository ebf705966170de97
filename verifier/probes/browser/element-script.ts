import type { ElementReading } from '../../../contracts/language/index.ts';

/** What is to be read of the elements, and how much at most. */
export interface Wanted extends ElementReading {
  /** Elements read; all are counted. */
  readonly elementLimit: number;
  /** Characters of each element's text. */
  readonly textLimit: number;
}

/** What the page says of one element; `text` as it stands there. */
export interface RawElement {
  readonly text: string;
  readonly value: string | null;
  readonly class: readonly string[];
  readonly attribute: Readonly<Record<string, string>>;
  readonly style: Readonly<Record<string, string>>;
  readonly pressed: boolean | 'mixed' | null;
  readonly checked: boolean | 'mixed' | null;
  readonly disabled: boolean;
  readonly focused: boolean;
}

export interface RawReading {
  readonly count: number;
  readonly elements: readonly RawElement[];
}

/** The functions that read elements, by name: they refer to nothing but each other, so that their text can be sent into a page. */
export const elementFunctions = {
  readAll,
  shownText,
  inputValue,
  ariaState,
  checkedState,
  computedStyles,
  writtenAttributes,
  isDisabled,
  isFocused,
};

function readAll(elements: readonly Element[], wanted: Wanted): RawReading {
  return {
    count: elements.length,
    elements: elements.slice(0, wanted.elementLimit).map((element) => ({
      text: shownText(element).slice(0, wanted.textLimit),
      value: inputValue(element),
      class: Array.from(element.classList),
      attribute: writtenAttributes(element, wanted.attributes),
      style: computedStyles(element, wanted.styles),
      pressed: ariaState(element, 'aria-pressed'),
      checked: checkedState(element),
      disabled: isDisabled(element),
      focused: isFocused(element),
    })),
  };
}

/** What people see: of a list to choose from, the choice; of a button made of an input, its caption. */
function shownText(element: Element): string {
  if (element instanceof HTMLSelectElement) {
    return Array.from(element.selectedOptions, (option) => option.label).join(' ');
  }
  if (element instanceof HTMLInputElement) {
    return ['button', 'submit', 'reset'].includes(element.type) ? element.value : '';
  }
  return element instanceof HTMLElement ? element.innerText : element.textContent;
}

function inputValue(element: Element): string | null {
  const hasValue =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return hasValue ? element.value : null;
}

function ariaState(element: Element, attribute: string): boolean | 'mixed' | null {
  const state = element.getAttribute(attribute);
  if (state === 'true') return true;
  if (state === 'false') return false;
  return state === 'mixed' ? 'mixed' : null;
}

function checkedState(element: Element): boolean | 'mixed' | null {
  if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
    return element.indeterminate ? 'mixed' : element.checked;
  }
  return ariaState(element, 'aria-checked');
}

function computedStyles(element: Element, names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {};
  const computed = getComputedStyle(element);
  return Object.fromEntries(names.map((name) => [name, computed.getPropertyValue(name)]));
}

/** An attribute that is not there is left out: an empty one is something else. */
function writtenAttributes(element: Element, names: readonly string[]): Record<string, string> {
  const there = names.filter((name) => element.hasAttribute(name));
  return Object.fromEntries(there.map((name) => [name, element.getAttribute(name) ?? '']));
}

function isDisabled(element: Element): boolean {
  // Matches inside a disabled fieldset too; aria-disabled holds for everything inside.
  return element.matches(':disabled') || element.closest('[aria-disabled]')?.getAttribute('aria-disabled') === 'true';
}

function isFocused(element: Element): boolean {
  const root = element.getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
}
