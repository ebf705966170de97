import {
  isList,
  isMap,
  isNumeric,
  valueType,
  type Matcher,
  type Value,
  type ValueMap,
} from '../../contracts/language/index.ts';
import { describeWith } from '../../contracts/language/describe.ts';

const SHORT_CHARACTERS = 120;
const LONG_CHARACTERS = 480;

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
  const text = describeWith(matcher, (value: Value) => describeValue(value));
  return text.length > LONG_CHARACTERS ? `${text.slice(0, LONG_CHARACTERS)}…` : text;
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
