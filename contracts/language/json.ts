import { parse, stringify } from 'lossless-json';
import { numberFromText } from './number.ts';
import type { Value } from './value.ts';

/** What a JSON text holds, or what is wrong with it, in one sentence. */
export type ParsedJson =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string };

/** Parses JSON without loss: integers and decimals keep all digits; a key that comes twice with different values is refused. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: parse(text.replace(/^\uFEFF/u, ''), undefined, numberFromText) as Value };
  } catch (error) {
    // Only what the parser says about the text is expected; very deep nesting overflows the stack.
    if (error instanceof SyntaxError) return { ok: false, message: invalid(text, error.message) };
    if (error instanceof RangeError) return { ok: false, message: 'not usable JSON: nested too deep' };
    throw error;
  }
}

function invalid(text: string, reason: string): string {
  if (text.trim() === '') return 'not valid JSON: the text is empty';
  if (/^duplicate key/iu.test(reason)) return `ambiguous JSON: ${reason[0]?.toLowerCase() ?? ''}${reason.slice(1)}`;
  return `not valid JSON: ${reason}`;
}

/** Writes a value as JSON, numbers with all their digits; `indent` as for `JSON.stringify`. */
export function stringifyJson(value: Value, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}
