import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { env } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Database } from './database.ts';

const postgres = env['BENCH_POSTGRES'] ?? '';
const folder = env['BENCH_APP'] ?? '';

/** What one test runs on: a fresh copy of the database and a fresh process of the app. */
export class Stack {
  readonly database: Database;
  readonly url: string;
  #log = '';
  readonly #name: string;
  readonly #port: number;
  #process: ChildProcess;

  private constructor(name: string, port: number, database: Database) {
    this.#name = name;
    this.#port = port;
    this.url = `http://127.0.0.1:${String(port)}`;
    this.database = database;
    this.#process = this.#start();
  }

  static async create(): Promise<Stack> {
    const name = `test_${randomBytes(5).toString('hex')}`;
    const [port] = await Promise.all([
      freePort(),
      administer(`create database ${name} template template_app strategy wal_log`),
    ]);
    const database = new Database(`${postgres}/${name}`);
    const stack = new Stack(name, port, database);
    await Promise.all([database.connect(), stack.#ready()]);
    return stack;
  }

  get log(): string {
    return this.#log;
  }

  /** As the machine would lose it: killed, and started again on the same port. */
  async restart(): Promise<void> {
    await this.#kill();
    this.#process = this.#start();
    await this.#ready();
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#kill(), this.database.end()]);
    await administer(`drop database ${this.#name} with (force)`);
  }

  #start(): ChildProcess {
    const child = spawn('node', ['dist/server/main.js'], {
      cwd: folder,
      env: { ...env, NODE_ENV: 'production', DATABASE_URL: this.database.url, PORT: String(this.#port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const note = (chunk: Buffer): void => {
      this.#log += chunk.toString();
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    return child;
  }

  async #ready(): Promise<void> {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const answer = await fetch(`${this.url}/healthz`).catch(() => undefined);
      if (answer?.ok === true) return;
      await wait(15);
    }
    throw new Error(`the app did not start:\n${this.#log}`);
  }

  async #kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await gone;
  }
}

/** Gives out stacks; the next one is made while a test runs, and used ones are cleared away in the background. */
export class StackSupply {
  #next: Promise<Stack> | undefined;
  readonly #leaving: Promise<void>[] = [];

  async take(): Promise<Stack> {
    const stack = await (this.#next ?? Stack.create());
    this.#next = Stack.create();
    return stack;
  }

  giveBack(stack: Stack): void {
    this.#leaving.push(stack.dispose());
  }

  async dispose(): Promise<void> {
    await (await this.#next)?.dispose();
    await Promise.all(this.#leaving);
  }
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client(`${postgres}/postgres`);
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
