import { Ajv2020 } from 'ajv/dist/2020.js';
import { wordsOfError } from '../wording.ts';
import type { Expression } from '../expression.ts';
import { stringifyJson } from '../json.ts';
import type { Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { literalOf } from './expression.ts';

/** Says when a pattern is no JavaScript regular expression (flag `u`). References stand for ordinary characters. */
export function checkPattern(pattern: Expression, node: Node, problems: Problems): void {
  const source = patternSource(pattern);
  if (source === undefined) return;
  try {
    new RegExp(source, 'u');
  } catch (error) {
    problems.error({
      code: 'bad-pattern',
      message: `not a regular expression: ${reasonOf(error)}`,
      span: node.span,
      hint: 'JavaScript syntax with flag u; inside double quotes YAML needs \\\\ for one backslash',
    });
  }
}

function patternSource(pattern: Expression): string | undefined {
  if (pattern.kind === 'text') return pattern.parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  const literal = literalOf(pattern);
  return typeof literal === 'string' ? literal : undefined;
}

// V8 says “Invalid regular expression: /(/u: Unterminated group”.
function reasonOf(error: unknown): string {
  const message = wordsOfError(error);
  return (message.split(': ').at(-1) ?? message).toLowerCase();
}

/** Says when a literal is no JSON Schema (draft 2020-12). */
export function checkSchema(schema: Expression, node: Node, problems: Problems): void {
  const literal = literalOf(schema);
  if (literal === undefined) return;
  const why = schemaFault(JSON.parse(stringifyJson(literal)));
  if (why !== undefined) problems.error({ code: 'bad-schema', message: `not a JSON Schema: ${why}`, span: node.span });
}

function schemaFault(schema: unknown): string | undefined {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null)) return 'it must be a mapping';
  try {
    new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    return undefined;
  } catch (error) {
    return wordsOfError(error);
  }
}
