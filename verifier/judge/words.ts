import type { Matcher, Value, ValueMap } from '../../contracts/language/index.ts';
import { isList, isMap, isNumeric, valueType } from '../../contracts/language/value.ts';

const SHORT_CHARACTERS = 120;

/** A value as JSON for people, cut after `limit` characters; costs no more than what it prints. */
export function describeValue(value: Value | undefined, limit = SHORT_CHARACTERS): string {
  if (value === undefined) return 'nothing';
  const out = new BoundedText(limit);
  write(value, out);
  return out.toString();
}

/** A value with its type where a reader could take it for another: `"1" (text)`. */
export function describeTyped(value: Value): string {
  const names = { null: '', boolean: 'boolean', number: 'number', string: 'text', array: 'list', object: 'object' };
  const name = names[valueType(value)];
  return name === '' ? describeValue(value) : `${describeValue(value)} (${name})`;
}

/** What a matcher demands, in words that follow “expected”. */
export function describeMatcher(matcher: Matcher<Value>): string {
  const text = phrase(matcher);
  return text.length > 4 * SHORT_CHARACTERS ? `${text.slice(0, 4 * SHORT_CHARACTERS)}…` : text;
}

type Phrases = {
  readonly [K in Matcher<Value>['is']]: (matcher: Extract<Matcher<Value>, { readonly is: K }>) => string;
};

const phrases: Phrases = {
  equal: ({ value }) => describeValue(value),
  object: phraseObject,
  array: ({ items }) => `[${list(items)}]`,
  unordered: ({ items }) => `in any order [${list(items)}]`,
  each: ({ item }) => `a list in which each is ${phrase(item)}`,
  contains: ({ items }) => `something that contains ${list(items, ' and ')}`,
  oneOf: ({ options }) => `one of ${list(options, ' or ')}`,
  not: ({ matcher }) => `not ${phrase(matcher)}`,
  matches: ({ pattern }) => `text that matches /${typeof pattern === 'string' ? pattern : describeValue(pattern)}/u`,
  type: ({ type }) => (type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`),
  gte: ({ bound }) => `at least ${describeValue(bound)}`,
  lte: ({ bound }) => `at most ${describeValue(bound)}`,
  length: ({ length }) => `a length of ${phrase(length)}`,
  absent: () => 'nothing',
  schema: ({ schema }) => `something that meets the schema ${describeValue(schema)}`,
  all: ({ matchers }) => (matchers.length === 0 ? 'anything' : list(matchers, ' and ')),
  anything: () => 'anything',
};

function phrase(matcher: Matcher<Value>): string {
  if (!Object.hasOwn(phrases, matcher.is)) return `“${matcher.is}”`;
  // Each entry takes the matcher of its own kind: the type above says so, but can't be followed here.
  return (phrases[matcher.is] as (matcher: Matcher<Value>) => string)(matcher);
}

function phraseObject(matcher: Matcher<Value> & { readonly is: 'object' }): string {
  const entries = Object.entries(matcher.entries).map(([key, value]) => `${JSON.stringify(key)}: ${phrase(value)}`);
  return `${matcher.exactly ? 'exactly ' : ''}{${entries.join(', ')}}`;
}

function list(matchers: readonly Matcher<Value>[], separator = ', '): string {
  return matchers.map(phrase).join(separator);
}

class BoundedText {
  readonly #limit: number;
  #text = '';
  #cut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get full(): boolean {
    return this.#cut;
  }

  add(text: string): void {
    if (this.#cut) return;
    const room = this.#limit - this.#text.length;
    this.#cut = text.length > room;
    this.#text += this.#cut ? text.slice(0, room) : text;
  }

  toString(): string {
    return this.#cut ? `${this.#text}…` : this.#text;
  }
}

function write(value: Value, out: BoundedText): void {
  if (out.full) return;
  if (typeof value === 'string') {
    out.add(JSON.stringify(value.length > 10_000 ? value.slice(0, 10_000) : value));
  } else if (isList(value)) {
    writeList(value, out);
  } else if (isMap(value)) {
    writeMap(value, out);
  } else {
    out.add(isNumeric(value) && typeof value === 'object' ? value.value : String(value));
  }
}

function writeList(items: readonly Value[], out: BoundedText): void {
  out.add('[');
  for (const [index, item] of items.entries()) {
    if (out.full) return;
    if (index > 0) out.add(', ');
    write(item, out);
  }
  out.add(']');
}

function writeMap(map: ValueMap, out: BoundedText): void {
  out.add('{');
  let separator = '';
  for (const key in map) {
    if (out.full) return;
    if (!Object.hasOwn(map, key)) continue;
    out.add(`${separator}${JSON.stringify(key)}: `);
    separator = ', ';
    const value = map[key];
    if (value !== undefined) write(value, out);
  }
  out.add('}');
}
