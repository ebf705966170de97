import type { Position } from '../position.ts';
import { quote } from '../wording.ts';
import type { Entry, Node, ScalarNode } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';

/** A named step's parameters, with those that its body uses. */
export interface Parameters {
  readonly values: ReadonlyMap<string, Node>;
  readonly used: Set<string>;
  readonly problems: Problems;
}

/** Puts parameters in the place of their references: whole scalars become the parameter itself, with its structure and place. */
export function substitute(node: Node, parameters: Parameters): Node {
  if (parameters.values.size === 0) return node;
  switch (node.kind) {
    case 'scalar':
      return node.place === undefined ? node : substituteScalar(node, parameters);
    case 'list':
      return { ...node, items: node.items.map((item) => substitute(item, parameters)) };
    case 'map':
      return { ...node, entries: node.entries.map((entry) => substituteEntry(entry, parameters)) };
  }
}

// A parameter in SQL would be interpolated text: it stays, and is refused as a reference in SQL.
function substituteEntry(entry: Entry, parameters: Parameters): Entry {
  const substituted = { ...entry, value: substitute(entry.value, parameters) };
  if (entry.key === 'db.query' || entry.key === 'db.exec') return withSqlOf(entry, substituted);
  if (entry.key !== 'values.agree') return substituted;
  return withEntry(entry, substituted, { key: 'db', change: withSqlOf });
}

function withSqlOf(written: Entry, substituted: Entry): Entry {
  return withEntry(written, substituted, { key: 'sql', change: (sql) => sql });
}

/** One entry of a mapping, made of what was written and of what that became. */
interface EntryChange {
  readonly key: string;
  readonly change: (written: Entry, substituted: Entry) => Entry;
}

function withEntry(written: Entry, substituted: Entry, { key, change }: EntryChange): Entry {
  const { value } = substituted;
  if (written.value.kind !== 'map' || value.kind !== 'map') return substituted;
  const original = written.value.entries.find((inner) => inner.key === key);
  if (original === undefined) return substituted;
  const entries = value.entries.map((inner) => (inner.key === key ? change(original, inner) : inner));
  return { ...substituted, value: { ...value, entries } };
}

/** A piece of the new text, with where its characters are written. */
interface Piece {
  readonly text: string;
  readonly place: (offset: number) => Position;
}

const reference = /\\\{\{|\{\{\s*([\p{L}_][\p{L}\p{N}_-]*)\s*\}\}/gu;

function substituteScalar(node: ScalarNode, parameters: Parameters): Node {
  const text = String(node.value);
  const pieces: Piece[] = [];
  const original = (from: number, to: number): void => {
    if (to > from) pieces.push({ text: text.slice(from, to), place: (offset) => placeIn(node, from + offset) });
  };
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const value = match[1] === undefined ? undefined : parameters.values.get(match[1]);
    if (value === undefined || match[1] === undefined) continue;
    parameters.used.add(match[1]);
    if (match[0] === text) return value;
    original(end, match.index);
    pieces.push(insertedText(value, match[1], parameters.problems));
    end = match.index + match[0].length;
  }
  if (end === 0) return node;
  original(end, text.length);
  return joined(pieces, node);
}

function placeIn(node: ScalarNode, offset: number): Position {
  return node.place === undefined ? node.span.at : node.place(offset);
}

function insertedText(value: Node, name: string, problems: Problems): Piece {
  if (value.kind === 'scalar') return { text: String(value.value), place: (offset) => placeIn(value, offset) };
  problems.error({
    code: 'parameter-in-text',
    message: `the parameter ${quote(name)} stands inside text, so it can't be ${value.kind === 'list' ? 'a list' : 'a mapping'}`,
    span: value.span,
  });
  return { text: '', place: () => value.span.at };
}

function joined(pieces: readonly Piece[], node: ScalarNode): ScalarNode {
  const text = pieces.map((piece) => piece.text).join('');
  if (!text.includes('{{')) return { kind: 'scalar', value: text, span: node.span };
  return {
    kind: 'scalar',
    value: text,
    span: node.span,
    place: (offset) => placeInPieces(pieces, offset) ?? node.span.at,
  };
}

function placeInPieces(pieces: readonly Piece[], offset: number): Position | undefined {
  let start = 0;
  for (const piece of pieces) {
    if (offset < start + piece.text.length) return piece.place(offset - start);
    start += piece.text.length;
  }
  return undefined;
}

/** The names that a body could take as parameters. */
export function parameterNames(node: Node): Set<string> {
  const names = new Set<string>();
  const visit = (part: Node): void => {
    if (part.kind === 'list') part.items.forEach(visit);
    else if (part.kind === 'map') for (const { value } of part.entries) visit(value);
    else if (part.place !== undefined)
      for (const [, name] of String(part.value).matchAll(reference)) if (name !== undefined) names.add(name);
  };
  visit(node);
  return names;
}

const weights = new WeakMap<Node, number>();

/** How much a node holds: its texts' lengths and its parts. A node that stands at several places counts at each. */
export function weightOf(node: Node): number {
  const known = weights.get(node);
  if (known !== undefined) return known;
  const weight = 1 + weightOfParts(node);
  weights.set(node, weight);
  return weight;
}

function weightOfParts(node: Node): number {
  if (node.kind === 'scalar') return typeof node.value === 'string' ? node.value.length : 0;
  const parts = node.kind === 'list' ? node.items : node.entries.map(({ value }) => value);
  return parts.reduce((sum, part) => sum + weightOf(part), 0);
}
