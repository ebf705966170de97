import { partOf, textPartOf } from './observed.ts';
import { partsOfList, withoutWaits } from './parts-of-list.ts';
import type { ToldStep } from './told-step.ts';
import { formatValue } from './value-text.ts';

/** One value, as one place has it. */
export interface Reading {
  readonly place: string;
  /** How it is read there, as far as the words tell it. */
  readonly how: string | undefined;
  /** Or why it could not be read. */
  readonly value: string;
  readonly isRead: boolean;
}

const PLACES = [
  ['browser', 'page'],
  ['api', 'API'],
  ['db', 'table'],
] as const;

/** The readings of `values.agree`, side by side; undefined where the report has no room for them. */
export function readingsOf({ verb, words, observed }: ToldStep): Reading[] | undefined {
  if (verb !== 'values.agree' || typeof observed !== 'object' || observed === null) return undefined;
  const problems = partOf(observed, 'problems');
  const read = PLACES.filter(([name]) => partOf(observed, name) !== undefined || partOf(problems, name) !== undefined);
  const said = withoutWaits(words).replace(/^the same: /u, '');
  const hows = partsOfList(said, [', ', ' and '], read.length);
  const readings = read.map(([name, place], index) => {
    const problem = textPartOf(problems, name);
    const value = problem === undefined ? formatValue(partOf(observed, name)) : `not read: ${problem}`;
    return { place, how: hows?.[index], value, isRead: problem === undefined };
  });
  return readings.length < 2 ? undefined : readings;
}

/** `page 3, API "3", table 4` */
export function readingsText(readings: readonly Reading[]): string {
  return readings.map(({ place, value }) => `${place} ${value}`).join(', ');
}
