import type { Position } from '../position.ts';
import type { ScalarNode, Span } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';

/** A reference as it is written. */
export interface WrittenReference {
  readonly path: readonly string[];
  readonly span: Span;
}

/** Text and references by turns, or undefined when a reference is malformed (which was said). */
export type Template = readonly (string | WrittenReference)[];

const referencePattern = /\\\{\{|\{\{([^{}\n]*)\}\}|\{\{/gu;
const pathPattern = /^[\p{L}_][\p{L}\p{N}_-]*(\.[\p{L}\p{N}_-]+)*$/u;

/** Splits a text at its `{{references}}`; `\{{` stands for the two braces themselves. */
export function readTemplate(node: ScalarNode, problems: Problems): Template | undefined {
  const text = String(node.value);
  if (!text.includes('{{')) return [text];
  const parts: (string | WrittenReference)[] = [];
  let plain = '';
  let end = 0;
  for (const match of text.matchAll(referencePattern)) {
    plain += text.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[0] === '\\{{') {
      plain += '{{';
      continue;
    }
    const reference = readReference(match, node, problems);
    if (reference === undefined) return undefined;
    if (plain !== '') parts.push(plain);
    plain = '';
    parts.push(reference);
  }
  plain += text.slice(end);
  return plain === '' ? parts : [...parts, plain];
}

function readReference(match: RegExpExecArray, node: ScalarNode, problems: Problems): WrittenReference | undefined {
  const name = match[1]?.trim();
  const span = { ...placeOf(node, match.index, match[0].length), aliases: node.span.aliases };
  if (name !== undefined && pathPattern.test(name)) return { path: name.split('.'), span };
  problems.error({
    code: 'malformed-reference',
    message:
      name === undefined ? 'a reference is opened by {{ and not closed by }}' : `{{${match[1] ?? ''}}} is no reference`,
    span,
    hint: 'a reference is {{name}} or {{actor.name}}; write \\{{ for the braces themselves (\\\\{{ in double quotes)',
  });
  return undefined;
}

function placeOf(node: ScalarNode, offset: number, length: number): { at: Position; endColumn?: number } {
  if (node.place === undefined) return node.span;
  const at = node.place(offset);
  return { at, endColumn: at.column + length };
}
