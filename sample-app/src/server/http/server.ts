import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { toApiError } from '../errors.js';
import type { Log } from '../log.js';
import { json, type Answer } from './answers.js';
import { acceptOnlyJson, readJson } from './body.js';
import { findRoute, type Handler, type Route } from './router.js';

/** Those of every answer. A page or an asset says itself how long it may be kept. */
const HEADERS: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

export interface ServerOptions {
  routes: readonly Route[];
  notFound: Handler;
  log: Log;
}

export function createHttpServer(options: ServerOptions): Server {
  const server = createServer((incoming, response) => {
    const start = performance.now();
    response.on('close', () => {
      const milliseconds = Math.round(performance.now() - start);
      options.log.info('request', { method: incoming.method, url: incoming.url, status: response.statusCode, milliseconds });
    });
    // A connection that is kept alive would hold up the end of the server.
    if (!server.listening) response.setHeader('connection', 'close');
    void answer(options, incoming).then((given) => {
      send(response, given);
    });
  });
  return server;
}

async function answer(options: ServerOptions, incoming: IncomingMessage): Promise<Answer> {
  try {
    return await handle(options, incoming);
  } catch (error) {
    const refusal = toApiError(error);
    if (refusal.status >= 500) options.log.error('the request failed', { error });
    return json(refusal.status, refusal);
  }
}

function handle({ routes, notFound }: ServerOptions, incoming: IncomingMessage): Answer | Promise<Answer> {
  const { method = 'GET', url = '/', headers } = incoming;
  if (method !== 'GET' && method !== 'HEAD') acceptOnlyJson(incoming);
  const [path = '/', search = ''] = splitOnce(url, '?');
  const { handle, param } = findRoute(routes, method, path) ?? { handle: notFound, param: () => '' };
  const query = new URLSearchParams(search);
  return handle({ method, path, query, headers, param, readJson: () => readJson(incoming) });
}

function send(response: ServerResponse, { status, headers, content }: Answer): void {
  response.writeHead(status, {
    ...HEADERS,
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(content) }),
    ...headers,
  });
  // Node leaves the content out when the request was a HEAD.
  response.end(content);
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
