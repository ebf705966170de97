import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** What the server was asked, in its own words. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface OddServer extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Resolves when a request to this path has come. */
  arrival(path: string): Promise<void>;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const asJson =
  (text: string, status = 200): Answer =>
  (response) =>
    response.writeHead(status, JSON_TYPE).end(text);

/** One way to answer, or to fail, for each path. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/json': asJson('{"title":"Plain","tags":["a"]}'),
  '/created': asJson('{"id":1}', 201),
  '/error': asJson('{"error":"boom"}', 500),
  '/numbers': asJson('{"big":9007199254740993,"huge":1e400,"exact":0.1000,"price":12345678901234567.89}'),
  '/invalid': asJson('{"title": '),
  '/duplicate': asJson('{"role":"reader","role":"admin"}'),
  '/no-json': asJson(''),
  '/problem': (response) => response.writeHead(422, { 'content-type': 'application/problem+json' }).end('{"a":1}'),
  '/text': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('{"not":"json"}'),
  '/latin1': (response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from([0x66, 0xfc, 0x72])),
  '/png': (response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0x4e, 0x47])),
  '/untyped': (response) => response.writeHead(200).end('plain'),
  '/empty': (response) => response.writeHead(204).end(),
  '/redirect': (response) => response.writeHead(302, { location: '/json' }).end(),
  '/gzip': (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync('{"a":[1]}')),
  '/twice-gzip': (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('{"a":[2]}'))),
  '/brotli': (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'br' }).end(brotliCompressSync('{"a":[3]}')),
  '/cut-gzip': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(randomBytes(4_000).toString('hex')).subarray(0, -500)),
  '/cut-deflate': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'deflate' })
      .end(deflateSync(randomBytes(4_000).toString('hex')).subarray(0, -500)),
  '/unknown-coding': (response) =>
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'zstd' }).end('whatever'),
  '/broken-gzip': (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end('no gzip at all'),
  '/bomb': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(50_000_000, 97))),
  '/large': (response) => {
    writeMegabytes(response.writeHead(200, { 'content-type': 'text/plain' }), 50);
  },
  '/large-json': (response) => {
    writeMegabytes(response.writeHead(200, JSON_TYPE), 50);
  },
  '/stream': (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n'),
  '/silent': () => undefined,
  '/half': (response) => response.writeHead(200, JSON_TYPE).write('{"title":'),
  '/reset-early': (_, request) => request.socket.destroy(),
  '/reset-late': (response, request) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' }).write('{"a"', () => request.socket.destroy()),
  '/not-http': (_, request) => request.socket.end('HELLO\r\n\r\n'),
  '/sign-in': (response) =>
    response
      .writeHead(200, {
        'set-cookie': [
          'sid=s3cr3ts3cr3t; Path=/; HttpOnly; Secure; SameSite=Strict',
          'theme=dark; Max-Age=3600; Path=/',
          'only=here; Path=/elsewhere',
          'foreign=1; Domain=other.example',
        ],
      })
      .end(),
  '/sign-out': (response) => response.writeHead(200, { 'set-cookie': 'sid=; Max-Age=0; Path=/' }).end(),
};

function writeMegabytes(response: ServerResponse, count: number): void {
  const chunk = Buffer.alloc(1024 * 1024, 97);
  const writeNext = (left: number): void => {
    if (left === 0) response.end();
    else
      response.write(chunk, () => {
        writeNext(left - 1);
      });
  };
  writeNext(count);
}

/** Starts a real server that answers oddly, and tells what it was asked. Unknown paths are echoed. */
export async function startOddServer(): Promise<OddServer> {
  const asked: Asked[] = [];
  const waiting = new Map<string, () => void>();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      asked.push(one);
      const answer = ANSWERS[url.replace(/\?.*/u, '')];
      if (answer === undefined) asJson(JSON.stringify(one))(response, request);
      else answer(response, request);
      waiting.get(url)?.();
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    asked,
    arrival: (path) => new Promise((resolve) => waiting.set(path, resolve)),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
