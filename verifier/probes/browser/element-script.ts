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

/**
 * The functions that read elements, by name: they refer to nothing but each other, so that their text can be sent into a page.
 * Nothing is read of an element that a form's fields could stand in front of: `<input name="innerText">` is the form's `innerText`.
 */
export const elementFunctions = {
  readAll,
  inherited,
  shownText,
  recased,
  shownLetters,
  inputValue,
  ariaState,
  checkedState,
  computedStyles,
  writtenAttributes,
  isDisabled,
  isFocused,
  placeOf,
};

function readAll(elements: readonly Element[], wanted: Wanted): RawReading {
  return {
    count: elements.length,
    elements: elements.slice(0, wanted.elementLimit).map((element) => ({
      text: shownText(element).slice(0, wanted.textLimit),
      value: inputValue(element),
      class: Array.from(inherited(Element.prototype, 'classList', element)),
      attribute: writtenAttributes(element, wanted.attributes),
      style: computedStyles(element, wanted.styles),
      pressed: ariaState(element, 'aria-pressed'),
      checked: checkedState(element),
      disabled: isDisabled(element),
      focused: isFocused(element),
    })),
  };
}

/** A property as the prototype has it, whatever the element has of that name. */
function inherited<T extends object, K extends keyof T>(prototype: T, property: K, owner: T): T[K] {
  return Reflect.get(prototype, property, owner);
}

/** What people see: of a list to choose from, the choice; of a button made of an input, its caption. */
function shownText(element: Element): string {
  if (element instanceof HTMLSelectElement) {
    return Array.from(element.selectedOptions, (option) => option.label).join(' ');
  }
  if (element instanceof HTMLInputElement) {
    return ['button', 'submit', 'reset'].includes(element.type) ? element.value : '';
  }
  if (!(element instanceof HTMLElement)) return element.textContent;
  return recased(inherited(HTMLElement.prototype, 'innerText', element), element);
}

/** The shown text with the letters as they stand in the document, where styles changed nothing but their case. */
function recased(shown: string, element: HTMLElement): string {
  const letters = shown.replace(/\s+/gu, '');
  const written = shownLetters(element);
  if (letters === written || letters.length !== written.length) return shown;
  if (letters.toLowerCase() !== written.toLowerCase()) return shown;
  let next = 0;
  return shown.replace(/\S/gu, (sign) => written.slice(next, (next += sign.length)));
}

/** All that is written in an element and not hidden, without white space. */
function shownLetters(element: HTMLElement): string {
  const texts = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
  let letters = '';
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { parentElement } = node;
    const isShown =
      parentElement !== null && Element.prototype.checkVisibility.call(parentElement, { visibilityProperty: true });
    if (isShown) letters += (node.nodeValue ?? '').replace(/\s+/gu, '');
  }
  return letters;
}

function inputValue(element: Element): string | null {
  const hasValue =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return hasValue ? element.value : null;
}

function ariaState(element: Element, attribute: string): boolean | 'mixed' | null {
  const state = Element.prototype.getAttribute.call(element, attribute);
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
  const there = names.filter((name) => Element.prototype.hasAttribute.call(element, name));
  return Object.fromEntries(there.map((name) => [name, Element.prototype.getAttribute.call(element, name) ?? '']));
}

function isDisabled(element: Element): boolean {
  // Matches inside a disabled fieldset too; aria-disabled holds for everything inside.
  if (Element.prototype.matches.call(element, ':disabled')) return true;
  const nearest = Element.prototype.closest.call(element, '[aria-disabled]');
  return nearest !== null && Element.prototype.getAttribute.call(nearest, 'aria-disabled') === 'true';
}

function isFocused(element: Element): boolean {
  const root = Node.prototype.getRootNode.call(element);
  if (root instanceof ShadowRoot) return root.activeElement === element;
  return root instanceof Document && inherited(Document.prototype, 'activeElement', root) === element;
}

/** The first box is where a mouse meets an element that is broken over several lines. */
function placeOf(element: Element): { readonly box: object; readonly first: object } {
  const boxes = Array.from(Element.prototype.getClientRects.call(element));
  const box = Element.prototype.getBoundingClientRect.call(element);
  const first = boxes.find(({ width, height }) => width * height >= 1) ?? box;
  const plainBox = ({ x, y, width, height }: DOMRect): object => ({ x, y, width, height });
  return { box: plainBox(box), first: plainBox(first) };
}
