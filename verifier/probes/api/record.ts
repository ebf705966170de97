import { stringifyJson, type ValueMap } from '../../../contracts/language/index.ts';
import type { EvidenceContent } from '../../evidence/sink.ts';
import { describeBytes, readText, type AppExchange } from './answer.ts';
import type { WireRequest } from './request.ts';

/** How much of a body is kept as evidence, in characters. */
const KEPT_CHARACTERS = 64 * 1024;

export interface RecordedExchange {
  readonly actor: string;
  readonly origin: string;
  readonly request: WireRequest;
  readonly exchange: AppExchange;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** One request and its answer, as evidence. */
export function recordExchange(recorded: RecordedExchange): EvidenceContent {
  const { actor, origin, request, exchange, startedAt, durationMs } = recorded;
  const sent = keepText(request.body);
  const received = receivedOf(exchange);
  const outcome = exchange.kind === 'failed' ? exchange.failed : String(exchange.head.status);
  const content: ValueMap = {
    actor,
    request: {
      method: request.method,
      url: origin + request.path,
      headers: shortened(request.headers),
      ...sent.fields,
    },
    ...(exchange.kind === 'failed' ? { failed: exchange.failed, detail: exchange.detail } : {}),
    ...received.fields,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs * 10) / 10,
  };
  const notes = [sent.note, received.note, exchange.kind === 'answered' ? exchange.cut?.why : undefined];
  const truncated = notes.filter((note) => note !== undefined).join('; ');
  return {
    kind: 'network',
    title: `${request.method} ${request.path} as ${actor}: ${outcome}`,
    mediaType: 'application/json',
    content: stringifyJson(content, 2),
    ...(truncated === '' ? {} : { truncated }),
  };
}

interface Kept {
  readonly fields: ValueMap;
  readonly note?: string;
}

function receivedOf(exchange: AppExchange): Kept {
  if (exchange.head === undefined) return { fields: {} };
  const { status } = exchange.head;
  const headers = shortened(exchange.head.headers, exchange.head.setCookies);
  const text = readText(exchange.head, exchange.body);
  const { fields, note } = text === undefined ? { fields: describeBytes(exchange) as ValueMap } : keepText(text);
  return { fields: { response: { status, headers, ...fields } }, ...(note === undefined ? {} : { note }) };
}

function keepText(text: string | undefined): Kept {
  if (text === undefined || text === '') return { fields: {} };
  if (text.length <= KEPT_CHARACTERS) return { fields: { body: text } };
  const note = `the first ${String(KEPT_CHARACTERS)} of ${String(text.length)} characters of a body are kept`;
  return { fields: { body: text.slice(0, KEPT_CHARACTERS) }, note };
}

/** Headers without what would let a reader of the evidence act as somebody else. */
function shortened(headers: Readonly<Record<string, string>>, setCookies: readonly string[] = []): ValueMap {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (name === 'set-cookie') return [name, setCookies.map(shortenCookie).join(', ')];
      if (name === 'cookie') return [name, value.split('; ').map(shortenCookie).join('; ')];
      return [name, /^(proxy-)?authorization$|token|secret|api-?key/u.test(name) ? shortenCredential(value) : value];
    }),
  );
}

/** `sid=abcd…; Path=/` */
function shortenCookie(cookie: string): string {
  return cookie.replace(/^([^=]*=)([^;]*)/u, (_, name: string, value: string) => name + shortenSecret(value));
}

/** `Bearer abcd…` */
function shortenCredential(value: string): string {
  const [scheme, credential] = /^(\S+\s+)(.*)$/su.exec(value)?.slice(1) ?? ['', value];
  return `${scheme ?? ''}${shortenSecret(credential ?? '')}`;
}

function shortenSecret(secret: string): string {
  return secret.length <= 8 ? '…' : `${secret.slice(0, 4)}…`;
}
