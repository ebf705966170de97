import { parseDocument, type Document } from 'yaml';
import { convertNode } from './convert.ts';
import { reportFailures } from './failures.ts';
import type { MapNode } from './node.ts';
import type { Problems } from './problems.ts';
import { sourceText, type SourceText } from './source.ts';

/** What a file of that name and text is. */
export interface SourceFile {
  /** Relative to the repository under test. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reads one YAML 1.2 document whose root is a mapping. What is wrong goes to `problems`; the result is undefined when there is
 * nothing to go on with.
 */
export function parseYaml(source: SourceFile, problems: Problems): MapNode | undefined {
  // A byte order mark would shift every column of the first line.
  const text = source.text.replace(/^\uFEFF/u, '');
  const place = sourceText(source.file, text);
  if (!isReadable(place, problems)) return undefined;
  try {
    return parseText(place, problems);
  } catch (error) {
    // The parser recurses: what is nested thousands deep overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    problems.error({ code: 'nested-too-deep', message: 'the file is nested too deep', span: place.span(0, 0) });
    return undefined;
  }
}

/** Far more than people can read; larger files take seconds, and memory, for nothing. */
const mostCharacters = 4 * 1024 * 1024;

// What editors don't show, and YAML does not allow. Lines end in LF or CRLF.
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\r(?!\n)/u;

function isReadable(place: SourceText, problems: Problems): boolean {
  if (place.text.length > mostCharacters) {
    const megabytes = String(mostCharacters / 1024 / 1024);
    problems.error({ code: 'too-large', message: `the file is larger than ${megabytes} MB`, span: place.span(0, 0) });
    return false;
  }
  const found = unprintable.exec(place.text);
  if (found === null) return true;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  problems.error({
    code: 'control-character',
    message: `a control character (U+${code}) stands here`,
    span: place.span(found.index, found.index + 1),
    hint: 'in double quotes it can be written as \\u0000, with its number',
  });
  return false;
}

function parseText(place: SourceText, problems: Problems): MapNode | undefined {
  const document = parseDocument(place.text, {
    version: '1.2',
    intAsBigInt: true,
    prettyErrors: false,
    uniqueKeys: false, // ours names both places
    keepSourceTokens: false,
  });
  return reportFailures(document, place, problems) ? undefined : readRoot(document, place, problems);
}

function readRoot(document: Document.Parsed, source: SourceText, problems: Problems): MapNode | undefined {
  if (document.contents === null) {
    problems.error({ code: 'empty-file', message: 'the file is empty', span: source.span(0, 0) });
    return undefined;
  }
  const root = convertNode(document, source, problems);
  if (root === undefined) return undefined;
  if (root.kind === 'map') return root;
  const empty = root.kind === 'scalar' && root.value === null;
  problems.error({
    code: empty ? 'empty-file' : 'no-mapping',
    message: empty ? 'the file is empty' : 'the file must be a mapping of keys to values',
    span: root.span,
  });
  return undefined;
}
