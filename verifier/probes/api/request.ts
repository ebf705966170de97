import {
  isList,
  stringifyJson,
  type ApiProbe,
  type HttpMethod,
  type Value,
} from '../../../contracts/language/index.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: HttpMethod;
  /** With its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Writes a bound probe as a request.
 *
 * @param defaults headers that the agent sends with each request; those of the probe win
 * @returns the request, or why there can't be one
 */
export function writeRequest(
  probe: ApiProbe<Value>,
  defaults: Readonly<Record<string, string>>,
): WireRequest | { readonly impossible: string } {
  const { path, query, body } = probe;
  if (typeof path !== 'string') return { impossible: `the path is no text but ${stringifyJson(path)}` };
  // Appended to the origin, anything else would name another host: “@evil.example/”.
  if (!path.startsWith('/')) return { impossible: `the path “${path}” does not start with “/”` };
  const own = Object.entries(probe.headers ?? {}).map(([name, value]) => [name.toLowerCase(), textOf(value)] as const);
  const type = body === undefined ? {} : { 'content-type': CONTENT_TYPES[body.kind] };
  return {
    method: probe.method,
    path: withQuery(keepAsWritten(path), query ?? {}),
    headers: { ...lowerCased(defaults), ...type, ...Object.fromEntries(own) },
    ...(body === undefined ? {} : { body: body.kind === 'json' ? stringifyJson(body.content) : textOf(body.content) }),
  };
}

const CONTENT_TYPES = { json: 'application/json', text: 'text/plain; charset=utf-8' } as const;

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Encodes what the URL parser on the way would drop or turn into something else: blanks, control characters, `\` and `#`. */
function keepAsWritten(path: string): string {
  return path.replace(/[\0-\x20\\#\x7f]/gu, (character) => encodeURIComponent(character));
}

/** A list repeats its key; whatever is no text goes as its JSON. */
function withQuery(path: string, query: Readonly<Record<string, Value>>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (isList(value) ? value : [value]).map((item) => `${encode(key)}=${encode(textOf(item))}`),
  );
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
