import { isCollection, isScalar, visit, type Document, type YAMLError } from 'yaml';
import type { Problem, Problems } from './problems.ts';
import type { SourceText } from './source.ts';

/** After so many the rest says little. */
const mostFailures = 10;

/** What these say is about one sign or word. All others leave open how the lines after them were meant. */
const localCodes: readonly string[] = ['BAD_SCALAR_START', 'BAD_DQ_ESCAPE', 'TAG_RESOLVE_FAILED', 'BAD_ALIAS'];

/** Says what is wrong with a file's syntax: everything up to the first failure from which others follow. */
export function reportFailures(document: Document.Parsed, source: SourceText, problems: Problems): boolean {
  const failures = [...document.errors, ...document.warnings];
  const structural = failures.findIndex(({ code }) => !localCodes.includes(code));
  const told = structural < 0 ? failures : failures.slice(0, structural + 1);
  for (const failure of told.slice(0, mostFailures)) problems.error(problemOf(failure, document, source));
  return failures.length > 0;
}

/** One failure of the library, with its first line. */
interface Failure {
  readonly code: string;
  readonly said: string;
  readonly from: number;
  readonly to: number;
}

type Told = Omit<Problem, 'code' | 'span'> & Partial<Pick<Problem, 'span'>>;

function problemOf({ code, message, pos }: YAMLError, document: Document.Parsed, source: SourceText): Problem {
  const [said = message] = message.split('\n');
  const blanks = /^ */u.exec(restOfLine(pos[0], source.text))?.[0].length ?? 0;
  const from = pos[0] + blanks;
  const failure: Failure = { code, said: said.replace(/[.:]$/u, ''), from, to: Math.max(pos[1], from) };
  // The library's own words for its stack, which what is nested thousands deep overflows.
  if (code === 'RESOURCE_EXHAUSTION')
    return { code: 'nested-too-deep', message: 'the file is nested too deep', span: source.span(from, from) };
  const told = unclosedQuote(failure, document, source) ?? unclosedBracket(failure, document, source);
  return {
    code: `yaml-${code.toLowerCase().replaceAll('_', '-')}`,
    span: source.span(failure.from, failure.to),
    ...(told ?? wordsOf(failure, source)),
  };
}

/** The quote may be missing far above: it is told where it was opened. */
function unclosedQuote({ said, from }: Failure, document: Document.Parsed, source: SourceText): Told | undefined {
  const [, sign] = /^Missing closing (["'])quote/u.exec(said) ?? [];
  if (sign === undefined) return undefined;
  const opened = nodesAround(from, document).find(({ node }) => isScalar(node) && source.text[startOf(node)] === sign);
  if (opened === undefined) return { message: `the closing ${sign} is missing` };
  return { message: `the closing ${sign} is missing`, span: source.span(opened.start, opened.start + 1) };
}

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** What a block inside of brackets is refused with, and the end of a bracket that comes too late. */
const insideBrackets: readonly string[] = [
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MULTILINE_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
];

function unclosedBracket({ code, from, to }: Failure, document: Document.Parsed, source: SourceText): Told | undefined {
  if (!insideBrackets.includes(code)) return undefined;
  const opened = nodesAround(from, document).findLast(({ node, start, end }) => {
    const close = closing[source.text[start] ?? ''];
    return isCollection(node) && close !== undefined && source.text[end - 1] !== close;
  });
  if (opened === undefined) return undefined;
  const open = source.text[opened.start] ?? '';
  return {
    message: `this ${open} is not closed: ${closing[open] ?? ''} is missing`,
    ...(code === 'BAD_INDENT' ? {} : { hint: 'close it, or leave it out: what follows is in lines of its own' }),
    span: source.span(opened.start, opened.start + 1),
    related: [{ message: 'it is still open here', at: source.span(from, to).at }],
  };
}

interface Found {
  readonly node: unknown;
  readonly start: number;
  readonly end: number;
}

/** The nodes that begin before an offset and go on to it, outermost first. */
function nodesAround(offset: number, document: Document.Parsed): Found[] {
  const found: Found[] = [];
  visit(document, {
    Node: (_key, node) => {
      const { range } = node;
      if (range !== undefined && range !== null && range[0] < offset && offset <= range[2])
        found.push({ node, start: range[0], end: range[1] });
    },
  });
  return found;
}

function startOf(node: unknown): number {
  return isScalar(node) ? (node.range?.[0] ?? -1) : -1;
}

const inQuotes = 'put the text into quotes';
const sameColumn = 'lines that belong together start at the same column';
const keyAndValue: Told = {
  message: 'a key and its value are expected here',
  hint: 'a colon and a blank stand between them: “key: value”',
};

const tellings: Readonly<Record<string, Told>> = {
  TAB_AS_INDENT: { message: 'a tab is used for indentation', hint: 'indent with spaces' },
  BAD_DQ_ESCAPE: {
    message: 'a \\ in double quotes begins an escape, and this is none',
    hint: 'write \\\\ for the sign itself, or put the text into single quotes',
  },
  MULTIPLE_DOCS: {
    message: 'the file holds several YAML documents',
    hint: 'one file holds one document; put the other one into a file of its own',
  },
  MULTILINE_IMPLICIT_KEY: keyAndValue,
  BLOCK_IN_FLOW: {
    message: 'a second “: ” stands in this text',
    hint: 'a comma is missing before it, or quotes around the text',
  },
};

function wordsOf(failure: Failure, source: SourceText): Told {
  const { code, said } = failure;
  const [, sign] = /^Plain value cannot start with .*(\S)$/u.exec(said) ?? [];
  if (sign !== undefined) return { message: `text without quotes can't begin with ${sign}`, hint: inQuotes };
  const [, tag] = /^Unresolved tag: (.*)$/u.exec(said) ?? [];
  if (tag !== undefined) return { message: `there is no tag ${tag} here`, hint: 'tags such as !name are not used' };
  return tellings[code] ?? tellingOf(failure, source) ?? { message: lowerFirst(said) };
}

function tellingOf(failure: Failure, source: SourceText): Told | undefined {
  const { code, said, from } = failure;
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return secondColon(from, source);
  if (said === 'All mapping items must start at the same column')
    return { message: 'this key starts at another column than those before it', hint: sameColumn };
  if (said.startsWith('Implicit map keys need')) return keyAndValue;
  if (said.startsWith('Missing , or : between')) return { message: 'a comma is missing before this' };
  if (said === 'Unexpected scalar at node end') return textAfterValue(from, source);
  const [, excess] = /^Unexpected flow-(?:map|seq)-end token .*"(.)"$/u.exec(said) ?? [];
  if (excess !== undefined) return { message: `this ${excess} closes nothing`, hint: 'remove it, or open it before' };
  return code === 'BAD_INDENT' ? { message: lowerFirst(said), hint: sameColumn } : undefined;
}

function secondColon(from: number, { text }: SourceText): Told {
  const line = restOfLine(from, text);
  if (/:(\s|$)/u.test(line))
    return { message: 'a second “: ” stands in this line', hint: 'text with a colon and a blank goes into quotes' };
  return { message: 'the next line is indented as if it belonged to this value', hint: sameColumn };
}

function textAfterValue(from: number, { text }: SourceText): Told {
  const message = 'the value has ended before this';
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from).trimEnd();
  if (before.endsWith('}}')) return { message, hint: 'text with a reference goes into quotes: "{{name}} and more"' };
  if (before.endsWith('"')) return { message, hint: 'inside of "…" a quote is written \\"' };
  if (before.endsWith("'")) return { message, hint: "inside of '…' a quote is written twice: ''" };
  return { message };
}

function restOfLine(from: number, text: string): string {
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? text.length : end);
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/u.test(text) ? `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}` : text;
}
