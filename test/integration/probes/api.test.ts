import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  numberFromText,
  stringifyJson,
  type ApiProbe,
  type Value,
  type ValueMap,
} from '../../../contracts/language/index.ts';
import { createApiAgent, type ApiAgent, type ApiAgentOptions } from '../../../verifier/probes/api/index.ts';
import { LONG_MS, request, seen, textOf } from './api-support.ts';
import { heldClock, realClock } from './clocks.ts';
import { memorySink, type MemorySink } from './memory-sink.ts';
import { startOddServer, type OddServer } from './odd-server.ts';

describe('the API probe', () => {
  let server: OddServer;
  let sink: MemorySink;
  let agent: ApiAgent;
  const newAgent = (more: Partial<ApiAgentOptions> = {}): ApiAgent =>
    createApiAgent({ baseUrl: server.url, sink, clock: realClock, signal: new AbortController().signal, ...more });
  const get = async (path: string, more: Partial<ApiProbe<Value>> = {}): Promise<ValueMap> =>
    seen(await agent.perform(request(path, more), LONG_MS));

  before(async () => {
    server = await startOddServer();
  });
  beforeEach(() => {
    sink = memorySink();
    agent = newAgent();
  });
  after(() => server[Symbol.asyncDispose]());

  describe('sees in an answer', () => {
    it('status, headers, text and JSON, whatever the status', async () => {
      for (const [path, status] of [
        ['/json', 200],
        ['/created', 201],
        ['/error', 500],
        ['/problem', 422],
      ] as const) {
        const value = await get(path);
        assert.equal(value['status'], status);
        assert.deepEqual(value['json'], JSON.parse(textOf(value, 'text')));
        assert.match(textOf(value['headers'] as ValueMap, 'content-type'), /json/u);
      }
    });

    it('every digit of its numbers', async () => {
      assert.deepEqual((await get('/numbers'))['json'], {
        big: 9007199254740993n,
        huge: numberFromText('1e400'),
        exact: 0.1,
        price: numberFromText('12345678901234567.89'),
      });
    });

    it('a redirect as it is, and follows none', async () => {
      const value = await get('/redirect');
      assert.equal(value['status'], 302);
      assert.equal((value['headers'] as ValueMap)['location'], '/json');
    });

    it('no JSON where none is sent', async () => {
      for (const [path, method] of [
        ['/empty', 'GET'],
        ['/text', 'GET'],
        ['/no-json', 'GET'],
        ['/json', 'HEAD'],
      ] as const) {
        const value = await get(path, { method });
        assert.ok(!('json' in value) && !('failed' in value), path);
      }
    });

    it('what gzip and an older charset stand for', async () => {
      assert.deepEqual((await get('/gzip'))['json'], { a: [1] });
      assert.deepEqual((await get('/twice-gzip'))['json'], { a: [2] });
      assert.deepEqual((await get('/brotli'))['json'], { a: [3] });
      assert.match(stringifyJson((await get('/gzip'))['headers'] ?? null), /"content-encoding":"gzip"/u);
      assert.equal((await get('/latin1'))['text'], 'für');
      assert.equal((await get('/untyped'))['text'], 'plain');
    });

    it('size and hash of what is no text', async () => {
      const { text, bytes, sha256 } = await get('/png');
      const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
      assert.deepEqual([text, bytes, sha256], [undefined, 4, createHash('sha256').update(png).digest('hex')]);
    });

    it('the first 5 MB of a body of 50, and says so', async () => {
      for (const path of ['/large', '/bomb']) {
        const value = await get(path);
        assert.equal(textOf(value, 'text').length, 5 * 1024 * 1024);
        assert.match(textOf(value, 'truncated'), /first 5242880 bytes/u);
      }
    });

    it('of a body that is not the JSON that it says it is, status and text, and why there is no value', async () => {
      for (const [path, why] of [
        ['/invalid', /not valid JSON/u],
        ['/duplicate', /duplicate key/iu],
      ] as const) {
        const value = await get(path);
        assert.deepEqual([value['failed'], value['status'], value['json']], [undefined, 200, undefined]);
        assert.match(textOf(value, 'notJson'), why);
        assert.equal(typeof value['text'], 'string');
      }
    });

    it('of JSON that is too large its beginning as text, and no value', async () => {
      const value = await get('/large-json');
      assert.deepEqual([value['failed'], value['status'], value['json']], [undefined, 200, undefined]);
      assert.match(textOf(value, 'truncated'), /first 5242880 bytes/u);
    });

    it('what an event stream has said when its time is over', async () => {
      const value = seen(await agent.perform(request('/stream'), 1_500.25));
      assert.deepEqual([value['status'], value['text']], [200, 'data: one\n\n']);
      assert.match(textOf(value, 'unfinished'), /still open after 1500 ms/u);
    });

    it('something also at the last look of a poll, for which hardly any time is left', async () => {
      assert.equal(seen(await agent.perform(request('/json'), 0))['status'], 200);
    });
  });

  describe('sees as the application’s failure', () => {
    it('a refused connection: nobody listens any more', async () => {
      const gone = await startOddServer();
      await gone[Symbol.asyncDispose]();
      agent = newAgent({ baseUrl: gone.url });
      assert.equal((await get('/json'))['failed'], 'refused');
    });

    it('a connection that is closed before, or in the middle of, an answer', async () => {
      assert.equal((await get('/reset-early'))['failed'], 'reset');
      const value = await get('/reset-late');
      assert.deepEqual([value['failed'], value['status']], ['reset', undefined]);
      assert.match(textOf(value, 'detail'), /status 200, 4 bytes/u);
    });

    it('an answer that does not come, or not to its end, in time', async () => {
      for (const path of ['/silent', '/half']) {
        const clock = heldClock();
        const arrival = server.arrival(path);
        const pending = newAgent({ clock }).perform(request(path), LONG_MS + 0.218768);
        await arrival;
        clock.pass();
        const value = seen(await pending);
        assert.deepEqual([value['failed'], value['json']], ['late', undefined]);
        assert.match(textOf(value, 'detail'), new RegExp(`within ${String(LONG_MS)} ms$`, 'u'));
      }
    });

    it('an answer that is no HTTP, or not in its encoding', async () => {
      assert.equal((await get('/not-http'))['failed'], 'unreadable');
      for (const path of ['/broken-gzip', '/cut-gzip', '/cut-deflate', '/unknown-coding'])
        assert.equal((await get(path))['failed'], 'unreadable', path);
    });
  });
});
