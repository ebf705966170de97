import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  visit,
  type Alias,
  type Document,
  type Node as YamlNode,
  type Pair,
  type Scalar,
} from 'yaml';
import { numberFromText } from '../number.ts';
import { quote } from '../wording.ts';
import type { Entry, MapNode, Node, ScalarNode, Span } from './node.ts';
import type { Problems } from './problems.ts';
import type { SourceText } from './source.ts';

/** What aliases may multiply a file to: anchors of anchors grow exponentially. */
const mostNodesThroughAliases = 100_000;

/** Whoever reads nodes recurses. */
const mostLevels = 200;

interface Conversion {
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Alias, YamlNode>;
  readonly source: SourceText;
  readonly problems: Problems;
  readonly aliases: Span['aliases'];
  /** Shared by the whole conversion. */
  readonly budget: { throughAliases: number; exhausted: boolean; deep: boolean };
  /** Nodes being read, to notice an alias inside its own anchor. */
  readonly open: Set<unknown>;
}

/** Turns the document into nodes that know their place; aliases are replaced by what they stand for. */
export function convertNode(document: Document.Parsed, source: SourceText, problems: Problems): Node | undefined {
  const budget = { throughAliases: 0, exhausted: false, deep: false };
  return convert(document.contents, {
    targets: source.text.includes('&') ? aliasTargets(document) : new Map(),
    source,
    problems,
    aliases: [],
    budget,
    open: new Set(),
  });
}

/** An alias stands for the last node before it that has its anchor. (The library's own look-up reads the whole document for each.) */
function aliasTargets(document: Document.Parsed): Map<Alias, YamlNode> {
  const anchors = new Map<string, YamlNode>();
  const targets = new Map<Alias, YamlNode>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

function convert(node: unknown, conversion: Conversion): Node | undefined {
  if (conversion.aliases.length > 0 && !spendBudget(conversion)) return undefined;
  if (isAlias(node)) return convertAlias(node, conversion);
  if (isScalar(node)) return convertScalar(node, conversion);
  if (conversion.open.size >= mostLevels) {
    reportDepth(node, conversion);
    return undefined;
  }
  conversion.open.add(node);
  const converted = convertCollection(node, conversion);
  conversion.open.delete(node);
  return converted;
}

function reportDepth(node: unknown, conversion: Conversion): void {
  const { budget, problems } = conversion;
  if (budget.deep) return;
  budget.deep = true;
  problems.error({
    code: 'nested-too-deep',
    message: `more than ${String(mostLevels)} levels of lists and mappings`,
    span: spanOf(node as YamlNode, conversion),
  });
}

function convertCollection(node: unknown, conversion: Conversion): Node | undefined {
  if (isSeq(node)) {
    const items = node.items.flatMap((item) => convert(item, conversion) ?? []);
    return { kind: 'list', items, span: spanOf(node, conversion) };
  }
  return isMap(node) ? convertMap(node.items, spanOf(node, conversion), conversion) : undefined;
}

function spendBudget(conversion: Conversion): boolean {
  const { budget, aliases, problems } = conversion;
  budget.throughAliases += 1;
  if (budget.throughAliases <= mostNodesThroughAliases) return true;
  const [outermost] = aliases;
  if (!budget.exhausted && outermost !== undefined) {
    budget.exhausted = true;
    problems.error({
      code: 'too-many-aliases',
      message: `aliases multiply this file to more than ${String(mostNodesThroughAliases)} nodes`,
      span: { at: outermost.at },
      hint: 'write out what is needed, or use named steps',
    });
  }
  return false;
}

function convertAlias(alias: Alias, conversion: Conversion): Node | undefined {
  const target = conversion.targets.get(alias);
  const place = rangeSpan(alias, conversion);
  if (target === undefined || conversion.open.has(target)) {
    const why = target === undefined ? 'there is no such anchor' : 'an alias stands inside its own anchor';
    const hint = target === undefined ? `its anchor, &${alias.source}, must stand before it` : undefined;
    conversion.problems.error({ code: 'bad-alias', message: `${why}: *${alias.source}`, span: place, hint });
    return undefined;
  }
  const aliases = [...conversion.aliases, { name: alias.source, at: place.at }];
  return convert(target, { ...conversion, aliases });
}

function convertMap(pairs: readonly Pair[], span: Span, conversion: Conversion): MapNode {
  const entries: Entry[] = [];
  // Most mappings are small: there looking is quicker than keeping an index.
  const known = pairs.length > 8 ? new Map<string, Entry>() : undefined;
  for (const pair of pairs) {
    const read = convertPair(pair, conversion);
    if (read === undefined) continue;
    const first = known === undefined ? entries.find(({ key }) => key === read.key) : known.get(read.key);
    if (first !== undefined) {
      reportDuplicate(read, first, conversion.problems);
      continue;
    }
    known?.set(read.key, read);
    entries.push(read);
  }
  return { kind: 'map', entries, span };
}

function reportDuplicate(second: Entry, first: Entry, problems: Problems): void {
  problems.error({
    code: 'duplicate-key',
    message: `the key ${quote(second.key)} is there twice`,
    span: second.keySpan,
    related: [{ message: 'first written here', at: first.keySpan.at }],
  });
}

function convertPair(pair: Pair, conversion: Conversion): Entry | undefined {
  const keyNode = isAlias(pair.key) ? conversion.targets.get(pair.key) : pair.key;
  const keySpan = spanOf(pair.key as YamlNode, conversion);
  if (!isScalar(keyNode) || keyNode.value === null) {
    conversion.problems.error({ code: 'bad-key', ...badKey(pair.key as YamlNode, keySpan, conversion) });
    return undefined;
  }
  // Without a value, the key's end is the best place there is.
  const value = pair.value === null ? emptyValue(keySpan) : convert(pair.value, conversion);
  return value === undefined ? undefined : { key: keyText(keyNode), keySpan, value };
}

// {{name}} without quotes is a mapping whose key is a mapping.
function badKey(
  key: YamlNode,
  span: Span,
  { source }: Conversion,
): { message: string; span: Pick<Span, 'at' | 'endColumn'>; hint?: string } {
  const [from, to] = key.range ?? [0, 0];
  const braces = source.text.slice(from - 1, to + 1);
  if (!/^\{\{[^{}]*\}\}$/u.test(braces)) return { message: 'a key must be text', span };
  return {
    message: `${braces} without quotes is a mapping of YAML, and no reference`,
    span: source.span(from - 1, to + 1),
    hint: `put it into quotes: "${braces}"`,
  };
}

function emptyValue(span: Span): ScalarNode {
  return { kind: 'scalar', value: null, span };
}

function keyText(key: Scalar): string {
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function convertScalar(node: Scalar, conversion: Conversion): ScalarNode {
  const span = spanOf(node, conversion);
  const value = scalarValue(node, span, conversion);
  if (typeof value !== 'string' || !value.includes('{{')) return { kind: 'scalar', value, span };
  return { kind: 'scalar', value, span, place: placement(node, value, conversion.source) };
}

function scalarValue(node: Scalar, span: Span, conversion: Conversion): ScalarNode['value'] {
  const { value } = node;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return numberFromText(value.toString());
  const number = typeof value === 'number' ? decimalOf(value, node.source) : undefined;
  if (number !== undefined) return number;
  conversion.problems.error({
    code: 'no-json-value',
    message: `${node.source ?? 'this'} is no value of JSON`,
    span,
    hint: 'put it into quotes if it is text',
  });
  return null;
}

// From its text: a decimal beyond double's range reads as infinity. `.inf` and `.nan` are no decimals.
function decimalOf(value: number, source = String(value)): ReturnType<typeof numberFromText> | undefined {
  return /^[-+]?[\d.]+(e[-+]?\d+)?$/iu.test(source) ? numberFromText(source) : undefined;
}

/**
 * The place of a character of a scalar's text. Escapes and folded lines make the text differ from its source, but the n-th `{{`
 * of one is the n-th of the other; places are only asked for there.
 */
function placement(node: Scalar, text: string, source: SourceText): NonNullable<ScalarNode['place']> {
  const [from, to] = node.range ?? [0, 0];
  return (offset) => {
    const count = text.slice(0, offset + 2).split('{{').length - 1;
    let found = from - 1;
    for (let nth = 0; nth < count; nth += 1) {
      const next = source.text.indexOf('{{', nth === 0 ? from : found + 2);
      if (next < 0 || next >= to) return source.position(from);
      found = next;
    }
    return source.position(Math.max(found, from));
  };
}

function rangeSpan(node: { range?: readonly number[] | null | undefined }, conversion: Conversion): Span {
  const [from = 0, to = 0] = node.range ?? [];
  return conversion.source.span(from, to);
}

function spanOf(node: { range?: readonly number[] | null | undefined }, conversion: Conversion): Span {
  const span = rangeSpan(node, conversion);
  return conversion.aliases.length === 0 ? span : { ...span, aliases: conversion.aliases };
}
