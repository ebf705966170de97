import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { clock, mustFail, newEnvironment, newGround, tinySystem, type TinyOptions } from './support.ts';

describe('the port of an application', () => {
  const ground = newGround();
  after(() => ground[Symbol.asyncDispose]());

  const ready = { path: '/healthz', withinMs: 1_000 };
  const starting = async (options: TinyOptions) =>
    (await newEnvironment(ground, tinySystem(options))).createStack({ links: [] });

  it('is not blamed when it takes connections and never answers', async () => {
    const failure = mustFail(await starting({ tiny: 'never answers', app: { ready: { ...ready, withinMs: 3_000 } } }));
    assert.equal(failure.fault, 'subject');
    assert.match(failure.why, /within 3 s: GET \/healthz: it took the connection and did not answer$/);
  });
  it('is told when it listens there on ::1 alone, and localhost leads elsewhere', async function () {
    const addresses = networkInterfaces()['lo']?.map(({ address }) => address) ?? [];
    // Where ::1 is not this machine's nobody can listen there; where localhost leads to it, too, that is no failure.
    if (!addresses.includes('::1') || /^::1\s.*\blocalhost\b/mu.test(readFileSync('/etc/hosts', 'utf8'))) this.skip();
    const failure = mustFail(await starting({ env: { TINY_HOST: { kind: 'literal', value: '::1' } }, app: { ready } }));
    assert.equal(failure.fault, 'subject');
    assert.match(
      failure.why,
      /it listens on \[::1\]:\d+, which localhost does not lead to here: let it listen on 127\.0\.0\.1 or on all addresses$/,
    );
  });
  it('is another one when it is taken between our look and the start, three in all', async () => {
    const places = mkdtempSync(join(tmpdir(), 'assay-ports-'));
    const file = join(places, 'wanted');
    const wanted = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
    const started = starting({ tiny: `waits until its port is taken, in ${places}` });
    const others: Server[] = [];
    for (let tries = 1; tries <= 3; tries += 1) {
      while (wanted().length < tries) await clock.sleep(5);
      const port = wanted().at(-1) ?? '';
      const other = createServer((_, response) => response.writeHead(500).end()).listen(Number(port), '127.0.0.1');
      await once(other, 'listening');
      others.push(other);
      writeFileSync(join(places, port), '');
    }
    const failure = mustFail(await started);
    assert.equal(failure.fault, 'environment');
    assert.match(failure.why, /its port is taken/);
    assert.equal(new Set(wanted()).size, 3);
    for (const other of others) other.close();
    rmSync(places, { recursive: true });
  });
});
