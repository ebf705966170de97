/** JSON types as `$type` names them. */
export type TypeName = 'null' | 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object';

/**
 * What a value must be. `V` is `Expression` in a plan and `Value` once references are bound;
 * data can therefore never be mistaken for a matcher, whatever keys it has.
 */
export type Matcher<V> =
  | { readonly is: 'equal'; readonly value: V }
  /** Every named entry matches; more keys are allowed unless `exactly`. */
  | { readonly is: 'object'; readonly entries: Readonly<Record<string, Matcher<V>>>; readonly exactly: boolean }
  /** Same length and order. */
  | { readonly is: 'array'; readonly items: readonly Matcher<V>[] }
  /** Same length, any order. */
  | { readonly is: 'unordered'; readonly items: readonly Matcher<V>[] }
  /** An array of which every element matches. */
  | { readonly is: 'each'; readonly item: Matcher<V> }
  /** A text that has this part, or an array with an element that matches (each item needs one of its own). */
  | { readonly is: 'contains'; readonly items: readonly Matcher<V>[] }
  | { readonly is: 'oneOf'; readonly options: readonly Matcher<V>[] }
  | { readonly is: 'not'; readonly matcher: Matcher<V> }
  /** A JavaScript regular expression with flag `u`; references inside were escaped when bound. */
  | { readonly is: 'matches'; readonly pattern: V }
  | { readonly is: 'type'; readonly type: TypeName }
  | { readonly is: 'gte' | 'lte'; readonly bound: V }
  /** Of an array, or of a text in code points. */
  | { readonly is: 'length'; readonly length: Matcher<V> }
  /** Nothing is there at all; `null` is something. */
  | { readonly is: 'absent' }
  /** A JSON Schema, draft 2020-12. */
  | { readonly is: 'schema'; readonly schema: V }
  /** All of them. */
  | { readonly is: 'all'; readonly matchers: readonly Matcher<V>[] }
  /** An object of at least two entries, all of which are the same value, typed. */
  | { readonly is: 'agreeing'; readonly names: readonly string[] }
  /** Whatever is there, as long as something is. */
  | { readonly is: 'anything' };
