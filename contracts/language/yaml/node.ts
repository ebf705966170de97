import type { LosslessNumber } from 'lossless-json';
import type { Position } from '../position.ts';

/** Where a node is written. */
export interface Span {
  readonly at: Position;
  /** End on the same line, exclusive. */
  readonly endColumn?: number;
  /** The aliases (`*name`) through which it came here, outermost first. */
  readonly aliases: readonly { readonly name: string; readonly at: Position }[];
}

/** A YAML node that knows its place. Comments, styles, anchors and tags are gone. */
export type Node = ScalarNode | ListNode | MapNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: null | boolean | string | number | bigint | LosslessNumber;
  readonly span: Span;
  /** The place of a character of the text; only for texts that hold a reference. */
  readonly place?: (offset: number) => Position;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly Node[];
  readonly span: Span;
}

export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
  readonly span: Span;
}

export interface Entry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Node;
}

/** The node under that key. */
export function field(node: Node | undefined, key: string): Node | undefined {
  return entry(node, key)?.value;
}

/** The entry of that key. */
export function entry(node: Node | undefined, key: string): Entry | undefined {
  return node?.kind === 'map' ? node.entries.find((candidate) => candidate.key === key) : undefined;
}

/** The entries of a mapping, none for anything else. */
export function entriesOf(node: Node | undefined): readonly Entry[] {
  return node?.kind === 'map' ? node.entries : [];
}

/** The items of a list, none for anything else. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === 'list' ? node.items : [];
}

/** The text of a scalar that is text. */
export function textOf(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** The text of a list's items that are texts. */
export function textsOf(node: Node | undefined): string[] {
  return itemsOf(node).flatMap((item) => textOf(item) ?? []);
}

/** Whether it is the scalar `true` or `false`. */
export function booleanOf(node: Node | undefined): boolean | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined;
}

/** A number that double precision holds. */
export function numberOf(node: Node | undefined): number | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
}

/** Whether nothing is written: `key:` without a value. */
export function isNull(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && node.value === null;
}

/** What a node is, for messages. */
export function nodeKind(node: Node): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'a mapping';
  if (node.value === null) return 'nothing';
  if (typeof node.value === 'string') return 'text';
  if (typeof node.value === 'boolean') return String(node.value);
  return 'a number';
}
