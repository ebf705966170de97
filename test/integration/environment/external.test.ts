import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Expression, SystemPlan } from '../../../contracts/language/index.ts';
import {
  openLedger,
  Untouchable,
  type EnvironmentContext,
  type Ledger,
  type CriterionDatabase,
  type Environment,
  type Result,
  type EnvironmentFailure,
} from '../../../verifier/environment/index.ts';
import { startEmbedded } from '../../../verifier/environment/postgres/embedded.ts';
import { parseAddress } from '../../../verifier/environment/postgres/external-address.ts';
import {
  appRuns,
  command,
  databaseOf,
  must,
  mustFail,
  newGround,
  subject,
  tinySystem,
  type Ground,
} from './support.ts';

/** A server of its own, with its superuser’s password. */
async function startForeign(...[context, ledger]: [EnvironmentContext, Ledger]) {
  const started = await startEmbedded(context, { service: 'db', why: 'a test', connections: 50, ledger });
  if (!started.ok) assert.fail(started.failure.why);
  return started;
}

const at = { file: 'system.yaml', line: 1, column: 1 };
const secret = (name: string): Expression => ({ kind: 'reference', path: ['secret', name], at });

describe('what somebody else runs', () => {
  let ground: Ground;
  let owner: pg.Client;
  let address: string;

  before(async () => {
    ground = newGround();
    // A server of another run plays somebody else's.
    const services = must(await ground.services(tinySystem()));
    const server = services.databases.get('db');
    assert.ok(server);
    const scratch = await server.scratchDatabase();
    owner = new pg.Client({ connectionString: scratch.url });
    await owner.connect();
    await owner.query('create table notes (id int primary key, text text); insert into notes values (1, $$one$$)');
    address = scratch.url;
  });
  after(async () => {
    await owner.end();
    await ground[Symbol.asyncDispose]();
  });

  const prepare = async (
    system: SystemPlan,
    secrets: Readonly<Record<string, string>> = {},
  ): Promise<Result<Environment, EnvironmentFailure>> => {
    const services = await ground.services(system, 'embedded', { ...ground.context(), secrets });
    return services.ok ? await services.value.prepareTemplates(subject()) : services;
  };
  const withDatabase = (url: Expression): SystemPlan => tinySystem({ postgres: { url, migrate: command('false') } });

  describe('a database', () => {
    const open = async (): Promise<{ database: CriterionDatabase; environment: Environment } & AsyncDisposable> => {
      const environment = must(await prepare(withDatabase(secret('DB')), { DB: address }));
      const stack = must(await environment.createStack({ links: [] }));
      return {
        database: databaseOf(stack),
        environment,
        [Symbol.asyncDispose]: async () => {
          await stack[Symbol.asyncDispose]();
          await environment[Symbol.asyncDispose]();
        },
      };
    };
    const rows = async (): Promise<unknown> => (await owner.query('select count(*)::int as n from notes')).rows;

    it('is neither migrated nor seeded nor reset, and read in one statement that can’t write', async () => {
      await using opened = await open();
      const { database, environment } = opened;
      assert.deepEqual([environment.reports[0]?.mode, environment.reports[0]?.kind], ['external', 'postgres']);
      assert.match(environment.reports[0]?.version ?? '', /^\d+/);
      assert.deepEqual(await database.query('select id, text from notes', []), { rows: [{ id: 1, text: 'one' }] });
      for (const sql of [
        "insert into notes values (2, 'x')",
        'delete from notes',
        "commit; insert into notes values (2, 'x')",
      ])
        assert.ok('failed' in (await database.query(sql, [])), sql);
      assert.deepEqual(await rows(), [{ n: 1 }]);
    });
    it('without the mark is untouchable: no exec, reject, delta or control; where its changes stand can be noted all the same', async () => {
      await using opened = await open();
      const { database, environment } = opened;
      await assert.rejects(database.exec('delete from notes', []), Untouchable);
      await assert.rejects(database.reject('notes', ['insert']), /does not carry the mark “assay: disposable”/);
      const mark = await database.mark();
      await assert.rejects(database.delta(mark, mark, []), Untouchable);
      await assert.rejects(environment.databases.get('db')?.scratchDatabase() ?? Promise.resolve(), /mark/);
      await using stack = must(await environment.createStack({ links: ['db'] }));
      assert.match(stack.untouchable.get('db') ?? '', /external/);
      assert.ok(!stack.controls.has('db'));
      assert.deepEqual(await rows(), [{ n: 1 }]);
      const { rows: schemas } = await owner.query("select from pg_namespace where nspname like 'changes%'");
      assert.equal(schemas.length, 0);
    });
    it('with the mark takes exec; what needs a superuser says so', async () => {
      const { rows: names } = await owner.query<{ name: string }>('select current_database() as name');
      await owner.query(`comment on database ${names[0]?.name ?? ''} is 'assay: disposable'`);
      try {
        await using opened = await open();
        const { database } = opened;
        assert.deepEqual(await database.exec("update notes set text = 'two'", []), { rowCount: 1 });
        const mark = await database.mark();
        await assert.rejects(database.delta(mark, mark, []), /no superuser/);
        await using stack = must(await opened.environment.createStack({ links: ['db'] }));
        assert.ok(stack.controls.has('db'));
        assert.equal(stack.untouchable.size, 0);
        assert.deepEqual((await appRuns(stack, 'select id from notes')).rows, [{ id: 1 }]);
      } finally {
        await owner.query(`comment on database ${names[0]?.name ?? ''} is null`);
      }
    });
    it('with the mark, and a superuser’s, has deltas and refuses; afterwards nothing of the verifier’s is left in it', async () => {
      const context = ground.context();
      const ledger = openLedger(ground.live, context.runId);
      await using instance = (await startForeign(context, ledger)).value;
      const url = `postgres://${instance.superuser}:${instance.password}@127.0.0.1:${String(instance.port)}/postgres`;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(
          "create table notes (id int, text text); comment on database postgres is 'assay: disposable'",
        );
        const environment = must(await prepare(withDatabase(secret('DB')), { DB: url }));
        const stack = must(await environment.createStack({ links: [] }));
        const database = databaseOf(stack);
        const from = await database.mark();
        await appRuns(stack, "insert into notes values (1, 'x')");
        const delta = await database.delta(from, await database.mark(), []);
        assert.deepEqual(delta, { notes: { inserted: [{ id: 1, text: 'x' }] } });
        const rejection = await database.reject('notes', ['insert']);
        assert.match((await appRuns(stack, "insert into notes values (2, 'x')")).error ?? '', /permission denied/);
        assert.deepEqual(await rejection?.check(), { held: true, refused: 1 });
        await stack[Symbol.asyncDispose]();
        for (const server of environment.databases.values()) await server[Symbol.asyncDispose]();
        const { rows: left } = await client.query(
          "select nspname from pg_namespace where nspname like 'changes%' union all select evtname from pg_event_trigger union all select tgname from pg_trigger",
        );
        assert.deepEqual(left, []);
      } finally {
        await client.end();
        ledger.close();
      }
    });
    it('that can’t be had is our fault, told without its password', async () => {
      const url = address;
      const { password, port } = new URL(url);
      const cases: readonly (readonly [string, RegExp])[] = [
        [url.replace(password, 'wr0ng-passw0rd'), /password authentication failed/],
        [url.replace(`:${port}/`, ':1/'), /ECONNREFUSED/],
        [`${url}_nowhere`, /does not exist/],
        ['mysql://a:wr0ng-passw0rd@localhost/x', /not of the form postgres/],
      ];
      for (const [wrong, why] of cases) {
        const failure = mustFail(await prepare(withDatabase(secret('DB')), { DB: wrong }));
        assert.deepEqual([failure.phase, failure.service, failure.fault], ['service', 'db', 'environment']);
        assert.match(failure.why, why);
        assert.ok(!JSON.stringify(failure).includes(password) && !failure.why.includes('wr0ng'), failure.why);
      }
      assert.match(mustFail(await prepare(withDatabase(secret('DB')))).why, /the secret DB, which is not set/);
      const services = await ground.services(tinySystem(), 'external');
      assert.match(mustFail(services).why, /system.yaml gives no address of it/);
    });
    it('has an address that is read as PostgreSQL’s own programs do', () => {
      assert.deepEqual(parseAddress('postgresql://a%40b:p%2Fw@[::1]/shop?sslmode=verify-full'), {
        url: 'postgresql://a%40b:p%2Fw@[::1]/shop?sslmode=verify-full',
        host: '::1',
        port: 5432,
        name: 'shop',
        user: 'a@b',
        password: 'p/w',
        tls: 'checked',
      });
      assert.equal(parseAddress('postgres://a@h/x?sslmode=require')?.tls, 'unchecked');
      assert.equal(parseAddress('postgres://a@h')?.name, 'a');
      for (const text of ['', 'x', 'http://h/x', 'postgres:///x']) assert.equal(parseAddress(text), undefined, text);
    });
  });

  describe('an application', () => {
    let commit = 'c0ffee';
    let server: Server;
    let url: string;
    before(async () => {
      server = createServer((request, response) => {
        const known = ['/healthz', '/staging/healthz', '/version', '/staging/version'].includes(request.url ?? '');
        response.writeHead(known ? 200 : 404).end(JSON.stringify({ commit }));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    });
    after(() => server.close());
    const runAt = (where: Expression): SystemPlan => {
      const start = { by: 'url', text: 'the address', url: where, withinMs: 1_000, at } as const;
      return tinySystem({ app: { start, ready: { path: '/healthz', withinMs: 1_000 } } });
    };
    const stackOf = async (where: string) => {
      const environment = must(await prepare(runAt(secret('APP')), { APP: where }));
      assert.equal(environment.reports.at(-1)?.mode, 'external');
      return await environment.createStack({ links: ['db'] });
    };

    it('that serves the commit is met at its address, and is untouchable', async () => {
      commit = 'c0ffee';
      for (const where of [url, `${url}/`, `${url}/staging/`]) {
        await using stack = must(await stackOf(where));
        assert.equal(stack.app.url, where.replace(/\/$/, ''));
        assert.match(stack.untouchable.get('app') ?? '', /external/);
        assert.ok(!stack.controls.has('app'));
        await assert.rejects(stack.app.restart(), Untouchable);
        assert.equal(stack.links.size, 0);
      }
      assert.ok(server.listening);
    });
    it('that serves another commit says which; that is no fault of the subject', async () => {
      commit = 'decade';
      const failure = mustFail(await stackOf(url));
      assert.deepEqual([failure.service, failure.fault], ['app', 'environment']);
      assert.match(failure.why, /it says that it is decade, not c0ffee/);
    });
    it('that does not answer, or has no address, is our fault', async () => {
      assert.match(
        mustFail(await stackOf('http://127.0.0.1:1')).why,
        /127\.0\.0\.1:1 can't be verified: .*ECONNREFUSED/,
      );
      assert.match(mustFail(await stackOf('ftp://nowhere')).why, /no http or https address/);
      const failure = mustFail(await prepare(runAt(secret('APP'))));
      assert.match(failure.why, /the secret APP, which is not set/);
      assert.match(mustFail(await stackOf('http://user:hunter22@127.0.0.1:1')).why, /^(?!.*hunter22)/);
    });
  });
});
