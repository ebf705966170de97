import { quote } from '../wording.ts';
import { entriesOf, field, itemsOf, type Entry, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import type { Override } from './values.ts';

/** One row of examples: values for a criterion of its own. */
export interface Row {
  /** Counts from 1, through all rows of the criterion. */
  readonly number: number;
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
  for (const row of all) reportMissing(row, { places, given, problems });
  return all.map((row, index) => ({
    number: index + 1,
    values: entriesOf(row).map((entry) => ({ entry, at: places.get(entry.key)?.keySpan.at ?? entry.keySpan.at })),
    heldOut: index >= own.length,
  }));
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
  readonly places: ReadonlyMap<string, Entry>;
  readonly given: ReadonlySet<string>;
  readonly problems: Problems;
}

function reportMissing(row: Node, { places, given, problems }: Rows): void {
  const own = new Set(entriesOf(row).map(({ key }) => key));
  for (const [name, { keySpan }] of places) {
    if (own.has(name) || given.has(name)) continue;
    problems.error({
      code: 'uneven-rows',
      message: `this row has no ${quote(name)}, which another one has`,
      span: { at: row.span.at },
      related: [{ message: 'it is there', at: keySpan.at }],
    });
  }
}
