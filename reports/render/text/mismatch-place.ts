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
  const [first, index, ...rest] = keys;
  if (first === 'elements' && index !== undefined) return elementPlace(step, index, rest);
  if (first === 'texts' && index !== undefined) return elementPlace(step, index, ['text', ...rest]);
  if (first === 'count') return { where: `${targetOf(step)}:`, short: 'count' };
  if (first === 'any') return same('');
  if (first === 'outcome' && index === undefined) return { where: `${step.words}:`, short: '' };
  return same(first === 'texts' || first === 'elements' ? `${first} of ${pluralOf(targetOf(step))}` : keyPath(keys));
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

/** Where the pointer leads in what the step observed. */
export function placeOfPointer(step: ToldStep, pointer: string): Place {
  const keys = keysOf(pointer);
  if (keys.length === 0 || keys[0] === 'failed') return same('');
  const called = happeningsCalled(step);
  if (called !== undefined) return step.verb.startsWith('always.') ? same('') : happeningPlace(called, keys);
  if (step.verb.startsWith('browser.') && step.verb !== 'browser.at') return pagePlace(step, keys);
  switch (step.verb) {
    case 'api.request':
      return answerPlace(keys);
    case 'db.query':
    case 'db.exec':
      return rowsPlace(keys);
    case 'together':
      return same(keys[0] === 'answers' ? 'the answers:' : keyPath(keys));
    case 'browser.at':
      return same(keys[0] === 'path' ? 'the address:' : keys[0] === 'title' ? 'the title:' : keyPath(keys));
    case 'db.delta':
      return changesPlace(keys);
    default:
      return same(keyPath(keys));
  }
}
