import { listPartOf, numberPartOf, partOf } from './observed.ts';
import { ordinal } from './ordinal.ts';
import { partsOfList, withoutWaits } from './parts-of-list.ts';
import type { ToldStep } from './told-step.ts';
import { formatValue } from './value-text.ts';
import { countOf } from './words.ts';

/** One of several things of which one was to be seen. */
export interface Alternative {
  readonly wanted: string;
  readonly found: string;
}

const MOST_ELEMENTS = 5;

/** `disabled true` */
function propertiesOf(read: object): string[] {
  return Object.entries(read).map(([property, value]) => `${property} ${formatValue(value)}`);
}

function foundOf(reading: unknown): string {
  const count = numberPartOf(reading, 'count') ?? 0;
  if (count === 0) return 'none';
  const elements = listPartOf(reading, 'elements') ?? [];
  const texts = listPartOf(reading, 'texts') ?? [];
  const shown = texts.slice(0, MOST_ELEMENTS).map((text, index) => {
    const read = elements[index];
    const isTextAlone = typeof read !== 'object' || read === null || Object.keys(read).every((key) => key === 'text');
    const name = typeof text === 'string' && text !== '' ? `“${text}”` : 'one without a text';
    return isTextAlone ? name : [name, ...propertiesOf(read)].join(', ');
  });
  const left = texts.length - shown.length;
  const list = [...shown, ...(left > 0 ? [`${String(left)} more`] : [])].join(', ');
  return list === '' ? countOf(count, 'element', 'elements') : list;
}

/** What `browser.seeAny` looked for, each with what was found instead; undefined where it could not look, or the report has no room for it. */
export function alternativesOf(step: ToldStep): Alternative[] | undefined {
  const any = step.verb === 'browser.seeAny' ? listPartOf(step.observed, 'any') : undefined;
  if (any === undefined || partOf(step.observed, 'failed') !== undefined) return undefined;
  const said = withoutWaits(step.words).replace(/^.*? sees /u, '');
  const wanted = partsOfList(said, [', ', ' or '], any.length);
  return any.map((reading, index) => ({
    wanted: wanted?.[index] ?? `the ${ordinal(index + 1)} of ${String(any.length)}`,
    found: foundOf(reading),
  }));
}

/** `link “Sign in”: none; button “Again” (not disabled): “Again”, disabled true` */
export function alternativesText(alternatives: readonly Alternative[]): string {
  return alternatives.map(({ wanted, found }) => `${wanted}: ${found}`).join('; ');
}
