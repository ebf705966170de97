import { nameHint, quote } from '../wording.ts';
import { entriesOf, entry, field, itemsOf, textOf, type Entry, type MapNode, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { checkAfter } from './after.ts';
import { compileCriterion, type CompiledCriterion, type CriterionContext, type WrittenCriterion } from './criterion.ts';
import { readRows } from './examples.ts';
import type { ParsedFile } from './parts.ts';

/** A contract's file, and the held-out files that belong to it. */
export interface CriterionFiles {
  readonly root: MapNode;
  readonly heldOut: readonly ParsedFile[];
}

/** Compiles all criteria of a contract, its own first, each with all its rows. */
export function compileCriteria(files: CriterionFiles, context: CriterionContext): CompiledCriterion[] {
  const { problems } = context;
  const own = criteriaIn(files.root);
  const held = files.heldOut.flatMap(({ root }) => criteriaIn(root));
  const nodes = [...own, ...held];
  checkIds(nodes, problems);
  checkAfter(nodes, problems);
  const rows = heldOutRows(files.heldOut);
  checkRows(rows, nodes, problems);
  checkHeldOutOf(own, rows, problems);
  const written = nodes.flatMap((node, index) => withRows(node, index >= own.length, { rows, problems }));
  checkRowIds(written, nodes, problems);
  return written.map((criterion) => compileCriterion(criterion, context));
}

function criteriaIn(root: MapNode | undefined): Node[] {
  return itemsOf(field(root, 'criteria')).filter((node) => node.kind === 'map');
}

function heldOutRows(files: readonly ParsedFile[]): Entry[] {
  return files.flatMap(({ root }) => entriesOf(field(root, 'examples')));
}

interface Rows {
  readonly rows: readonly Entry[];
  readonly problems: Problems;
}

// A criterion that has rows only in held-out files is also run as it is written.
function withRows(node: Node, heldOut: boolean, { rows, problems }: Rows): WrittenCriterion[] {
  const id = textOf(field(node, 'id'));
  const later = rows.filter(({ key }) => key === id).map(({ value }) => value);
  const read = readRows(node, later, problems);
  const plain = entry(node, 'examples') === undefined ? [{ node, heldOut }] : [];
  return [...plain, ...read.map((row) => ({ node, row, heldOut }))];
}

function checkRows(rows: readonly Entry[], nodes: readonly Node[], problems: Problems): void {
  const ids = nodes.flatMap((node) => textOf(field(node, 'id')) ?? []);
  for (const { key, keySpan } of rows) {
    if (ids.includes(key)) continue;
    problems.error({
      code: 'unknown-criterion',
      message: `there is no criterion ${quote(key)}`,
      span: keySpan,
      hint: nameHint(key, ids),
    });
  }
}

// An option without effect is an error.
function checkHeldOutOf(nodes: readonly Node[], rows: readonly Entry[], problems: Problems): void {
  for (const node of nodes) {
    const named = field(node, 'heldOut');
    const id = textOf(field(node, 'id'));
    const file = textOf(named);
    if (named === undefined || id === undefined || file === undefined) continue;
    const base = file.slice(file.lastIndexOf('/') + 1);
    if (rows.some(({ key, keySpan }) => key === id && keySpan.at.file.endsWith(base))) continue;
    problems.error({
      code: 'no-rows',
      message: `${quote(file)} has no rows for ${quote(id)}`,
      span: named.span,
      hint: `examples: { ${id}: [ … ] }; a file with criteria alone is named by the contract`,
    });
  }
}

function checkIds(criteria: readonly Node[], problems: Problems): void {
  const seen = new Map<string, Node>();
  for (const criterion of criteria) {
    const node = field(criterion, 'id');
    const id = textOf(node);
    if (node === undefined || id === undefined) continue;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, node);
    else reportTwice(id, node, { first, problems });
  }
}

function checkRowIds(written: readonly WrittenCriterion[], nodes: readonly Node[], problems: Problems): void {
  const ids = new Map(nodes.map((node) => [textOf(field(node, 'id')), field(node, 'id')]));
  for (const { node, row } of written) {
    const own = field(node, 'id');
    const id = `${textOf(own) ?? ''}.${String(row?.number)}`;
    const other = row === undefined ? undefined : ids.get(id);
    if (other !== undefined && own !== undefined) reportTwice(id, other, { first: own, problems });
  }
}

function reportTwice(id: string, node: Node, { first, problems }: { first: Node; problems: Problems }): void {
  problems.error({
    code: 'duplicate-id',
    message: `the id ${quote(id)} is there twice`,
    span: node.span,
    related: [{ message: 'first used here', at: first.span.at }],
  });
}
