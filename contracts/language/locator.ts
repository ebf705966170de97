/** How an element's text, name or label is compared: whole (white-space runs are one, private-use signs dropped), a part, or a pattern. */
export type TextMatch<V> =
  { readonly how: 'whole' | 'contains'; readonly text: V } | { readonly how: 'matches'; readonly pattern: V };

/** Which elements of the page are meant. */
export interface Locator<V> {
  readonly by:
    | { readonly kind: 'role'; readonly role: string; readonly name?: TextMatch<V> }
    | { readonly kind: 'label' | 'text' | 'placeholder' | 'alt' | 'title'; readonly text: TextMatch<V> }
    | { readonly kind: 'testId'; readonly id: V }
    | { readonly kind: 'css'; readonly selector: V };
  /** Only inside an element that this finds. */
  readonly inside?: Locator<V>;
  /** Only elements that hold one of these. */
  readonly has?: Locator<V>;
  /** Counts from 1. */
  readonly nth?: number | 'first' | 'last';
  /** In the document of the frame that this finds; the page's own document when left out. Only the outermost locator has one. */
  readonly frame?: Locator<V>;
}

/** What `browser.see` reads of each element that it finds. */
export type ElementProperty =
  'text' | 'number' | 'value' | 'class' | 'attribute' | 'style' | 'pressed' | 'checked' | 'disabled' | 'focused';

/** Names of attributes or CSS properties that an expectation speaks of. */
export interface ElementReading {
  readonly properties: readonly ElementProperty[];
  readonly attributes: readonly string[];
  readonly styles: readonly string[];
}
