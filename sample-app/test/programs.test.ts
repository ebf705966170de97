import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { compilePrograms, removePrograms, startProgram } from './support/program.js';
import { createSchema, withClient, type Schema } from './support/schema.js';

const NOTHING_LISTENS = 'postgres://someone:secret@127.0.0.1:1/sample';

describe('the programs', () => {
  let schema: Schema;
  before(async () => {
    await compilePrograms();
    schema = await createSchema();
  });
  after(async () => {
    await schema.drop();
    await removePrograms();
  });

  it('migrate tells what it applied, and then that there is nothing left', async () => {
    const first = await startProgram('migrate', { DATABASE_URL: schema.url }).end();
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.match(first.stdout, /^applied 0001_users_and_sessions\.sql\n/);
    const second = await startProgram('migrate', { DATABASE_URL: schema.url }).end();
    assert.deepEqual(second, { code: 0, stderr: '', stdout: 'nothing to apply\n' });
  });

  it('migrate says in one line that the database cannot be reached', async () => {
    const { code, stderr } = await startProgram('migrate', { DATABASE_URL: NOTHING_LISTENS }).end();
    assert.deepEqual([code, stderr], [1, 'sample-app: connect ECONNREFUSED 127.0.0.1:1\n']);
  });

  it('the server says in one line that it has no DATABASE_URL', async () => {
    const { code, stderr } = await startProgram('main', {}).end();
    assert.equal(code, 1);
    assert.match(stderr, /^sample-app: DATABASE_URL is not set[^\n]*\n$/);
  });

  it('the server says in one line that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const { code, stderr } = await startProgram('main', { DATABASE_URL: schema.url, PORT: port }).end();
    other.close();
    assert.equal(code, 1);
    assert.match(stderr, /^sample-app: listen EADDRINUSE[^\n]*\n$/);
  });

  it('the server starts without its database, and says that it is not healthy', async () => {
    const server = startProgram('main', { DATABASE_URL: NOTHING_LISTENS, PORT: '0', APP_COMMIT: 'def456' });
    const origin = await server.origin();
    assert.equal((await fetch(`${origin}/healthz`)).status, 503);
    assert.deepEqual(await (await fetch(`${origin}/version`)).json(), { commit: 'def456' });
    assert.equal((await server.end('SIGTERM')).code, 0);
  });

  it('the server outlives its connections to the database, and ends in order', async () => {
    const server = startProgram('main', { DATABASE_URL: schema.url, PORT: '0', NODE_ENV: 'production' });
    const origin = await server.origin();
    assert.equal((await fetch(`${origin}/healthz`)).status, 200);
    await withClient(schema.url, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = $1 and pid <> pg_backend_pid()`,
        [schema.name],
      ),
    );
    assert.equal((await fetch(`${origin}/healthz`)).status, 200);
    const { code, stderr, stdout } = await server.end('SIGTERM');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /an idle connection to the database was lost/);
  });
});
