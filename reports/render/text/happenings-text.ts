import type { Mismatch } from '../../schema/verification.ts';
import { listPartOf, numberPartOf, textPartOf } from './observed.ts';
import type { BothSides, ToldStep } from './told-step.ts';
import { formatValue } from './value-text.ts';
import { sizeText } from './words.ts';

/** A list of what happened: where it stands in an observation, what it is called, and how one of it is told. */
interface Happenings {
  readonly list: string;
  readonly called: string;
  readonly tell: (one: unknown) => string;
}

const MOST_TOLD = 10;

function tellDialog(one: unknown): string {
  const answer = textPartOf(one, 'answer');
  const said = `${textPartOf(one, 'type') ?? 'dialog'} “${textPartOf(one, 'text') ?? ''}”`;
  return answer === undefined ? said : `${said} (${answer})`;
}

function tellFile(one: unknown): string {
  const text = textPartOf(one, 'text');
  const said = `“${textPartOf(one, 'name') ?? ''}” (${sizeText(numberPartOf(one, 'bytes') ?? 0)})`;
  return text === undefined ? said : `${said} with ${formatValue(text, 80)}`;
}

function tellCall(one: unknown): string {
  const status = numberPartOf(one, 'status');
  const said = `${textPartOf(one, 'method') ?? ''} ${textPartOf(one, 'path') ?? ''}`.trim();
  return status === undefined ? said : `${said} ${String(status)}`;
}

function tellText(one: unknown): string {
  return typeof one === 'string' ? one : formatValue(one);
}

function tellLine(one: unknown): string {
  return `“${tellText(one)}”`;
}

const HAPPENINGS: Readonly<Record<string, Happenings>> = {
  'browser.asked': { list: 'dialogs', called: 'dialogs', tell: tellDialog },
  'browser.downloaded': { list: 'downloads', called: 'files handed out', tell: tellFile },
  'browser.requests': { list: 'calls', called: 'calls', tell: tellCall },
  'system.log': { list: 'lines', called: 'lines', tell: tellLine },
  'always.noServerErrors': { list: 'errors', called: 'server errors', tell: tellText },
  'always.noScriptErrors': { list: 'errors', called: 'script errors', tell: tellText },
};

/** What the verb lists, as people call it: `dialogs`; undefined of verbs that list nothing that happened. */
export function happeningsCalled({ verb }: Pick<ToldStep, 'verb'>): string | undefined {
  return Object.hasOwn(HAPPENINGS, verb) ? HAPPENINGS[verb]?.called : undefined;
}

function toldOf({ tell }: Happenings, items: readonly unknown[]): string {
  if (items.length === 0) return 'none';
  const told = items.slice(0, MOST_TOLD).map(tell);
  const left = items.length - told.length;
  return [...told, ...(left > 0 ? [`${String(left)} more`] : [])].join(', ');
}

/** `{ type: "confirm", text: "Really?" }` as `confirm "Really?"`. */
function wantedText(words: string): string {
  const [, inner = words] = /^\{ ([^]*) \}$/u.exec(words) ?? [];
  const [, type, text] = /^type: "([a-z]+)"(?:, text: ([^]*))?$/u.exec(inner) ?? [];
  if (type !== undefined) return text === undefined ? type : `${type} ${text}`;
  return inner.replace(/(^|, )(type|text|name): /gu, '$1$2 ');
}

function wantedOf({ message, expected }: Mismatch): string | undefined {
  if (typeof expected !== 'string') return undefined;
  const [, unwanted] = /^not containing ([^]*)$/u.exec(expected) ?? [];
  if (unwanted !== undefined) return `no ${wantedText(unwanted)}`;
  return message.includes(' is not in ') ? wantedText(expected) : undefined;
}

/** What should have happened, and what did; undefined of other verbs, and of places in one of the things that happened. */
export function happeningSides({ verb, observed }: ToldStep, mismatch: Mismatch): BothSides | undefined {
  const known = Object.hasOwn(HAPPENINGS, verb) ? HAPPENINGS[verb] : undefined;
  if (known === undefined) return undefined;
  const items = listPartOf(observed, known.list) ?? [];
  if (mismatch.path === '/count') return countSides(known, items, mismatch);
  const expected = mismatch.path === `/${known.list}` ? wantedOf(mismatch) : undefined;
  return expected === undefined ? undefined : { expected, seen: toldOf(known, items) };
}

function countSides(
  known: Happenings,
  items: readonly unknown[],
  { expected, actual }: Mismatch,
): BothSides | undefined {
  if (typeof actual !== 'number') return undefined;
  const wanted = expected === 0 ? 'none' : tellText(expected);
  if (items.length === 0) return { expected: wanted, seen: actual === 0 ? 'none' : String(actual) };
  const count = actual === 1 ? '' : `${String(actual)}: `;
  return { expected: wanted, seen: count + toldOf(known, items) };
}
