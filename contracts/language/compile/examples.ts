import type { Position } from '../position.ts';
import { nearestName, quote } from '../wording.ts';
import { entriesOf, field, itemsOf, type Entry, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import type { Override } from './values.ts';

/** One row of examples: values for a criterion of its own. */
export interface Row {
  /** Counts from 1, through all rows of the criterion. */
  readonly number: number;
  readonly at: Position;
  readonly values: readonly Override[];
  readonly heldOut: boolean;
}

/** Reads a criterion's rows: its own, then those of held-out files. */
export function readRows(node: Node, heldOut: readonly Node[], problems: Problems): Row[] {
  const own = itemsOf(field(node, 'examples')).filter(isRow);
  const later = heldOut.flatMap(itemsOf).filter(isRow);
  const all = [...own, ...later];
  const places = placesOf(all);
  // What a `let` gives can be left out.
  const given = new Set(entriesOf(field(node, 'let')).map(({ key }) => key));
  const [first, ...others] = all;
  for (const row of others) if (first !== undefined) reportDifference(row, { first, given, problems });
  return all.map((row, index) => {
    const names = new Set(entriesOf(row).map(({ key }) => key));
    // What is missing, which was said, has another row's value: then nothing more is said of it.
    const missing = [...places.values()].filter(({ key }) => !names.has(key) && !given.has(key));
    return {
      number: index + 1,
      at: row.span.at,
      values: [...entriesOf(row), ...missing].map((entry) => ({
        entry,
        at: places.get(entry.key)?.keySpan.at ?? entry.keySpan.at,
      })),
      heldOut: index >= own.length,
    };
  });
}

function isRow(node: Node): boolean {
  return node.kind === 'map';
}

/** Where each name stands first. */
function placesOf(rows: readonly Node[]): Map<string, Entry> {
  const places = new Map<string, Entry>();
  for (const entry of rows.flatMap(entriesOf)) if (!places.has(entry.key)) places.set(entry.key, entry);
  return places;
}

interface Rows {
  readonly first: Node;
  readonly given: ReadonlySet<string>;
  readonly problems: Problems;
}

/** All rows have the names of the first one; a name that is written wrong is told once. */
function reportDifference(row: Node, { first, given, problems }: Rows): void {
  const extra = namesBeside(row, first, given);
  const missing = namesBeside(first, row, given);
  const related = [{ message: 'the first row', at: first.span.at }];
  const meant = new Set<string>();
  for (const { key, keySpan } of extra) {
    const nearest = nearestName(
      key,
      missing.map((entry) => entry.key),
    );
    if (nearest !== undefined) meant.add(nearest);
    problems.error({
      code: 'uneven-rows',
      message: `the first row has no ${quote(key)}`,
      span: keySpan,
      related,
      hint: nearest === undefined ? 'all rows have the same names' : `did you mean ${quote(nearest)}?`,
    });
  }
  for (const { key } of missing) {
    if (meant.has(key)) continue;
    const message = `this row has no ${quote(key)}, which the first row has`;
    problems.error({ code: 'uneven-rows', message, span: { at: row.span.at }, related });
  }
}

function namesBeside(row: Node, other: Node, given: ReadonlySet<string>): Entry[] {
  const names = new Set(entriesOf(other).map(({ key }) => key));
  return entriesOf(row).filter(({ key }) => !names.has(key) && !given.has(key));
}
