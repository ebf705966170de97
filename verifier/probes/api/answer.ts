import { createHash } from 'node:crypto';
import { parseJson, type Value, type ValueMap } from '../../../contracts/language/index.ts';
import type { AnswerHead, Exchange } from './exchange.ts';

/** An exchange in which the application had its say. */
export type AppExchange = Extract<Exchange, { readonly kind: 'answered' | 'failed' }>;

/**
 * What an exchange shows: `{ status, headers, text, json? }`; for a binary body `bytes` and `sha256` instead of `text`;
 * `notJson` says why there is no `json` though the answer says that it is some; `truncated` says why we read only a part of a body (of JSON there is no `json` then), `unfinished` why the application had not ended it;
 * or `{ failed, detail }` where there is no answer.
 */
export function observe(exchange: AppExchange): Value {
  if (exchange.kind === 'failed') return { failed: exchange.failed, detail: exchange.detail };
  const { head, body, cut } = exchange;
  const base = { status: head.status, headers: head.headers };
  const note = noteOf(cut);
  const text = readText(head, body);
  if (text === undefined) return { ...base, ...note, ...describeBytes(exchange) };
  if (!isJson(head) || text === '' || cut?.by === 'us') return { ...base, text, ...note };
  const parsed = parseJson(text);
  if (parsed.ok) return { ...base, text, json: parsed.value };
  return { ...base, text, notJson: parsed.message, ...note };
}

function noteOf(cut: Extract<Exchange, { readonly kind: 'answered' }>['cut']): ValueMap {
  if (cut === undefined) return {};
  return cut.by === 'us' ? { truncated: cut.why } : { unfinished: cut.why };
}

/** Size and hash of a body that is no text; a part of a body has no hash worth telling. */
export function describeBytes({ body, ...exchange }: AppExchange): { bytes: number; sha256?: string } {
  const isPart = exchange.kind === 'failed' || exchange.cut !== undefined;
  return { bytes: body.length, ...(isPart ? {} : { sha256: createHash('sha256').update(body).digest('hex') }) };
}

/** The body as text, or `undefined` when it is none: text when it says so, or when it can be read as UTF-8. */
export function readText({ headers }: AnswerHead, body: Uint8Array): string | undefined {
  const type = headers['content-type'] ?? '';
  if (isTextual(type)) return decoderFor(type).decode(body);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function isJson({ headers }: AnswerHead): boolean {
  return /^application\/([^;\s]+\+)?json\s*(;|$)/iu.test(headers['content-type'] ?? '');
}

function isTextual(type: string): boolean {
  return /^\s*(text\/|application\/([^;\s]+\+)?(json|xml|javascript)\b|[^;\s]+\+(json|xml)\b)/iu.test(type);
}

function decoderFor(type: string): TextDecoder {
  const charset = /;\s*charset="?([^";\s]+)/iu.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    // A charset that does not exist.
    return new TextDecoder();
  }
}
