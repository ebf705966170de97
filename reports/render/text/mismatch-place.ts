import { happeningsCalled } from './happenings-text.ts';
import { numberPartOf } from './observed.ts';
import { ordinal } from './ordinal.ts';
import { withoutWaits } from './parts-of-list.ts';
import { keysOf } from './told-step.ts';
import type { ToldStep } from './told-step.ts';

/** Where in what was observed something differs, as people say it; `short` where there is little room. */
export interface Place {
  readonly where: string;
  readonly short: string;
}

/** `articles[0].slug` */
function keyPath(keys: readonly string[]): string {
  return keys.reduce((path, key) => {
    if (/^\d+$/u.test(key)) return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

/** `checkboxes “Done”` of `checkbox “Done”`. */
function pluralOf(target: string): string {
  return target.replace(/^[a-z]+/u, (role) => role + (/(?:x|s|ch|sh)$/u.test(role) ? 'es' : 's'));
}

/** Whom the words speak of: `button “Favorite”` in `reader sees button “Favorite” (pressed)`. */
function targetOf({ words }: ToldStep): string {
  const [, seen = 'element'] = / (?:sees|does not see) (.+)$/u.exec(withoutWaits(words)) ?? [];
  return seen.replace(/ \((?:[^“”]|“[^”]*”)*\)$/u, '');
}

function elementPlace(step: ToldStep, index: string, rest: readonly string[]): Place {
  const target = targetOf(step);
  const count = numberPartOf(step.observed, 'count');
  const which =
    count === 1 ? target : `the ${ordinal(Number(index) + 1)} of ${String(count ?? 'the')} ${pluralOf(target)}`;
  const property = keyPath(rest);
  return property === '' ? { where: `${which}:`, short: '' } : { where: `${which}: ${property}`, short: property };
}

function pagePlace(step: ToldStep, keys: readonly string[]): Place {
  const [first = '', index, ...rest] = keys;
  if (index !== undefined && first === 'elements') return elementPlace(step, index, rest);
  if (index !== undefined && first === 'texts') return elementPlace(step, index, ['text', ...rest]);
  return index === undefined ? wholePlace(step, first) : same(keyPath(keys));
}

/** A part of what was seen of the page, as a whole. */
function wholePlace(step: ToldStep, part: string): Place {
  switch (part) {
    case 'any':
      return same('');
    case 'count':
      return { where: `${targetOf(step)}:`, short: 'count' };
    case 'outcome':
      return { where: `${step.words}:`, short: '' };
    case 'texts':
    case 'elements':
      return same(`${part} of ${pluralOf(targetOf(step))}`);
    default:
      return same(part);
  }
}

function addressPlace(keys: readonly string[]): Place {
  const [first] = keys;
  if (first === 'path') return same('the address:');
  return same(first === 'title' ? 'the title:' : keyPath(keys));
}

function answerPlace(keys: readonly string[]): Place {
  const [first, ...rest] = keys;
  if (first === 'json') return same(rest.length === 0 ? 'the answer’s JSON' : keyPath(rest));
  if (first === 'headers') return same(`header ${rest.join('/')}`);
  return same(first === 'text' ? 'the answer’s text' : keyPath(keys));
}

function rowsPlace(keys: readonly string[]): Place {
  const [first, index, ...rest] = keys;
  if (first !== 'rows' || index === undefined) return same(keyPath(keys));
  const row = `row ${String(Number(index) + 1)}`;
  return rest.length === 0 ? same(`${row}:`) : { where: `${row}, ${keyPath(rest)}`, short: keyPath(rest) };
}

function changesPlace(keys: readonly string[]): Place {
  const [table = '', kind, index, ...rest] = keys;
  if (kind === undefined || index === undefined) return same(`${table}:`);
  const row = `${table}, ${ordinal(Number(index) + 1)} row ${kind}:`;
  return rest.length === 0 ? same(row) : { where: `${row} ${keyPath(rest)}`, short: keyPath(rest) };
}

/** `dialogs:`, `no. 2 of dialogs: text` */
function happeningPlace(called: string, keys: readonly string[]): Place {
  const [, index, ...rest] = keys;
  if (index === undefined) return same(`${called}:`);
  return same(`no. ${String(Number(index) + 1)} of ${called}${rest.length === 0 ? ':' : `: ${keyPath(rest)}`}`);
}

function same(where: string): Place {
  return { where, short: where };
}

type PlaceOf = (keys: readonly string[]) => Place;

const PLACES: Readonly<Record<string, PlaceOf>> = {
  'api.request': answerPlace,
  'browser.at': addressPlace,
  'db.query': rowsPlace,
  'db.exec': rowsPlace,
  'db.delta': changesPlace,
  together: (keys) => same(keys[0] === 'answers' ? 'the answers:' : keyPath(keys)),
  'always.noServerErrors': () => same(''),
  'always.noScriptErrors': () => same(''),
};

/** Where the pointer leads in what the step observed. */
export function placeOfPointer(step: ToldStep, pointer: string): Place {
  const keys = keysOf(pointer);
  if (keys.length === 0 || keys[0] === 'failed') return same('');
  const placeOf = Object.hasOwn(PLACES, step.verb) ? PLACES[step.verb] : undefined;
  if (placeOf !== undefined) return placeOf(keys);
  const called = happeningsCalled(step);
  if (called !== undefined) return happeningPlace(called, keys);
  return step.verb.startsWith('browser.') ? pagePlace(step, keys) : same(keyPath(keys));
}
