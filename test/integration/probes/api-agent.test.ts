import assert from 'node:assert/strict';
import type { ApiProbe, Matcher, Value, ValueMap } from '../../../contracts/language/index.ts';
import { judgeStep } from '../../../verifier/judge/index.ts';
import { createApiAgent, type ApiAgent, type ApiAgentOptions } from '../../../verifier/probes/api/index.ts';
import { LONG_MS, request, seen } from './api-support.ts';
import { realClock } from './clocks.ts';
import { BROKEN_SINK, memorySink, type MemorySink } from './memory-sink.ts';
import { startOddServer, type OddServer } from './odd-server.ts';

describe('an API agent', () => {
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

  describe('sends', () => {
    it('exactly once, also when it fails', async () => {
      for (const path of ['/reset-early?once', '/error?once', '/invalid?once']) {
        await agent.perform(request(path, { method: 'POST' }), LONG_MS);
        assert.equal(server.asked.filter(({ url }) => url === path).length, 1, path);
      }
    });

    it('a path as it is written, and query values encoded', async () => {
      const path = "/a b/../%2e%2e/\\x#y/{z}/ü/'%00'?q=1";
      const value = await get(path, { query: { 'k&': 'a&b=c', n: 9007199254740993n, list: ['x', true] } });
      assert.equal(
        (value['json'] as ValueMap)['url'],
        "/a%20b/../%2e%2e/%5Cx%23y/%7Bz%7D/%C3%BC/'%00'?q=1&k%26=a%26b%3Dc&n=9007199254740993&list=x&list=true",
      );
    });

    it('JSON with every digit, and text as it is', async () => {
      const json = await get('/echo', { method: 'POST', body: { kind: 'json', content: { n: 9007199254740993n } } });
      const asked = server.asked.at(-1);
      assert.deepEqual([asked?.body, asked?.headers['content-type']], ['{"n":9007199254740993}', 'application/json']);
      assert.equal(json['status'], 200);
      await get('/echo', {
        method: 'PUT',
        body: { kind: 'text', content: 'a=1' },
        headers: { 'Content-Type': 'text/x' },
      });
      const second = server.asked.at(-1);
      assert.deepEqual([second?.method, second?.body, second?.headers['content-type']], ['PUT', 'a=1', 'text/x']);
    });

    it('the headers of its actor, of the request, and nothing that names a tool', async () => {
      agent.setHeader('Authorization', 'Bearer abc');
      await get('/echo', { headers: { 'X-One': 1 } });
      const headers = server.asked.at(-1)?.headers ?? {};
      assert.deepEqual([headers.authorization, headers['x-one']], ['Bearer abc', '1']);
      assert.match(String(headers['user-agent']), /^Mozilla\/5\.0/u);
      assert.doesNotMatch(JSON.stringify(headers), /assay|supertest|superagent|headless/iu);
    });

    it('nothing to another host, whatever the path', async () => {
      for (const path of ['@other.example/', 'http://other.example/', '', 'json']) {
        const observation = await agent.perform(request(path), LONG_MS);
        assert.equal(observation.kind, 'errored', path);
      }
      const value = await get('//other.example/x');
      assert.equal((value['json'] as ValueMap)['url'], '//other.example/x');
    });
  });

  describe('keeps cookies', () => {
    it('as a browser does on loopback: Secure ones too, by path, and none for other hosts', async () => {
      await get('/sign-in');
      await get('/echo');
      assert.equal(server.asked.at(-1)?.headers.cookie, 'sid=s3cr3ts3cr3t; theme=dark');
      await get('/elsewhere/deep');
      assert.equal(server.asked.at(-1)?.headers.cookie, 'only=here; sid=s3cr3ts3cr3t; theme=dark');
      await get('/sign-out');
      await get('/echo');
      assert.equal(server.asked.at(-1)?.headers.cookie, 'theme=dark');
    });

    it('to itself, and tells them for the actor’s browser', async () => {
      await get('/sign-in');
      const [sid, theme] = agent.cookies();
      assert.deepEqual(sid, {
        name: 'sid',
        value: 's3cr3ts3cr3t',
        domain: '127.0.0.1',
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      });
      assert.ok((theme?.expires ?? 0) > Date.parse('2024-01-01') / 1_000);
      assert.deepEqual(newAgent().cookies(), []);
    });
  });

  describe('keeps as evidence', () => {
    it('the request and its answer, with credentials shortened', async () => {
      await get('/sign-in');
      agent.setHeader('authorization', 'Bearer t0k3nt0k3n');
      await get('/echo?x=1', { method: 'POST', body: { kind: 'json', content: { a: 1 } } });
      const { request: sent, response } = sink.lastJson() as {
        request: { method: string; url: string; body: string; headers: Record<string, string> };
        response: { status: number };
      };
      assert.deepEqual([sent.method, sent.url, sent.body], ['POST', `${server.url}/echo?x=1`, '{"a":1}']);
      const { headers } = sent;
      assert.deepEqual([headers['cookie'], headers['authorization']], ['sid=s3cr…; theme=…', 'Bearer t0k3…']);
      assert.equal(response.status, 200);
      assert.doesNotMatch(String(sink.kept[0]?.content), /s3cr3ts3cr3t/u);
      assert.equal(sink.kept[1]?.kind, 'network');
      assert.equal(sink.kept[1].title, 'POST /echo?x=1 as reader: 200');
    });

    it('the first 64 KB of a body, and says so', async () => {
      await get('/large');
      assert.ok(String(sink.kept[0]?.content).length < 70_000);
      assert.match(String(sink.kept[0]?.truncated), /65536 of 5242880 characters.*first 5242880 bytes/u);
    });

    it('what was read of an answer that failed', async () => {
      await get('/reset-late');
      const { failed, response } = sink.lastJson() as { failed: string; response: { status: number; body: string } };
      assert.deepEqual([failed, response.status, response.body], ['reset', 200, '{"a"']);
    });
  });

  describe('is judged', () => {
    const expectation: Matcher<Value> = {
      is: 'object',
      exactly: false,
      entries: {
        status: { is: 'equal', value: 200 },
        json: { is: 'object', exactly: false, entries: { title: { is: 'equal', value: 'Plain' } } },
      },
    };
    const judge = async (agentOf: ApiAgent, path: string): Promise<ReturnType<typeof judgeStep>> =>
      judgeStep({ probe: { verb: 'api.request' }, expectation }, await agentOf.perform(request(path), LONG_MS));

    it('satisfied by the answer that is expected', async () => {
      assert.equal((await judge(agent, '/json')).kind, 'satisfied');
    });

    it('violated by another one, and by every failure of the application', async () => {
      for (const path of ['/error', '/echo', '/invalid', '/reset-early', '/reset-late', '/empty']) {
        assert.equal((await judge(agent, path)).kind, 'violated', path);
      }
    });

    it('unverified when evidence can’t be kept, the run is stopped, or the request can’t be written', async () => {
      const full = await judge(newAgent({ sink: BROKEN_SINK }), '/json');
      assert.deepEqual([full.kind, 'cause' in full && full.cause], ['unverified', 'environment']);
      const stopped = await judge(newAgent({ signal: AbortSignal.abort() }), '/json');
      assert.deepEqual([stopped.kind, 'cause' in stopped && stopped.cause], ['unverified', 'skipped']);
      const unwritable = newAgent({ headers: { 'x-line': 'a\nb' } });
      assert.equal((await judge(unwritable, '/json')).kind, 'unverified');
    });

    it('unverified when the run is stopped while it waits', async () => {
      const stop = new AbortController();
      const arrival = server.arrival('/silent');
      const pending = judge(newAgent({ signal: stop.signal }), '/silent');
      await arrival;
      stop.abort();
      assert.equal((await pending).kind, 'unverified');
    });
  });
});
