import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import type {
  AppPlan,
  CommandPlan,
  Expression,
  PostgresPlan,
  SystemPlan,
  Value,
} from '../../../contracts/language/index.ts';
import type { Clock } from '../../../verifier/clock.ts';
import {
  startServices,
  type CriterionDatabase,
  type Environment,
  type EnvironmentContext,
  type EnvironmentFailure,
  type Result,
  type Services,
  type ServicesMode,
  type Stack,
  type SubjectOfRun,
} from '../../../verifier/environment/index.ts';

/** The image that containers are made of: no registry is needed. */
export const IMAGE = env['ASSAY_POSTGRES_IMAGE'] ?? 'assay-local/postgres:15';

export const clock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};

const at = { file: 'system.yaml', line: 1, column: 1 };
const REPOSITORY = resolve(import.meta.dirname, '../../..');
export const TINY_APP = join(REPOSITORY, 'test/fixtures/tiny-app');

export const command = (text: string): CommandPlan => ({ run: text.split(' '), text, withinMs: 20_000, needs: [], at });
const literal = (value: Value): Expression => ({ kind: 'literal', value });
const reference = (...path: string[]): Expression => ({ kind: 'reference', path, at });

/** How the tiny application is to be run. */
export interface TinyOptions {
  readonly tiny?: string;
  readonly image?: string;
  readonly app?: Partial<AppPlan>;
  readonly postgres?: Partial<PostgresPlan>;
  readonly env?: Readonly<Record<string, Expression>>;
  readonly keepApp?: boolean;
}

export function tinySystem({
  tiny = '',
  image = IMAGE,
  app,
  postgres,
  env: more = {},
  keepApp = false,
}: TinyOptions = {}): SystemPlan {
  const appEnv = {
    DATABASE_URL: reference('db', 'url'),
    PORT: reference('app', 'port'),
    APP_COMMIT: reference('run', 'commit'),
    TINY: literal(tiny),
    ...more,
  };
  return {
    name: 'tiny',
    file: 'system.yaml',
    digest: '',
    root: 'test/fixtures/tiny-app',
    env: {},
    checks: [],
    actors: {},
    volatile: [],
    keepApp,
    internet: 'allow',
    serve: [],
    protected: [],
    place: {},
    services: [
      { kind: 'postgres', name: 'db', image, migrate: command('node migrate.mjs'), at, ...postgres },
      {
        kind: 'app',
        name: 'app',
        start: { by: 'command', ...command('node server.mjs'), in: '.' },
        env: appEnv,
        ready: { path: '/healthz', withinMs: 20_000 },
        identity: { path: '/version', at: '/commit' },
        logs: [],
        at,
        ...app,
      },
    ],
  };
}

/** A run's own folders, and what is to be freed after it. */
export interface Ground extends AsyncDisposable {
  readonly live: string;
  readonly notes: string[];
  context(options?: { readonly signal?: AbortSignal; readonly runId?: string }): EnvironmentContext;
  services(
    system: SystemPlan,
    mode?: ServicesMode,
    context?: EnvironmentContext,
  ): Promise<Result<Services, EnvironmentFailure>>;
}

export function newGround(): Ground {
  const folder = mkdtempSync(join(tmpdir(), 'assay environment '));
  const live = join(folder, 'live');
  const notes: string[] = [];
  const open: AsyncDisposable[] = [];
  let count = 0;
  const context: Ground['context'] = ({ signal = new AbortController().signal, runId } = {}) => ({
    runId: runId ?? `test-${String(process.pid)}-${String((count += 1))}-${String(Math.random()).slice(2, 8)}`,
    clock,
    signal,
    scratch: folder,
    baseEnv: { PATH: env['PATH'] ?? '', HOME: folder },
    secrets: {},
    note: (message) => notes.push(message),
  });
  return {
    live,
    notes,
    context,
    services: async (system, mode = 'embedded', given = context()) => {
      const services = await startServices(given, { system, mode, workers: 2, live });
      if (services.ok) open.push(services.value);
      return services;
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of open.reverse()) await one[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The subject: this repository as it is, migrated by the plan's command. */
export function subject(overrides: Partial<SubjectOfRun> = {}): SubjectOfRun {
  return {
    checkout: REPOSITORY,
    seeds: new Map([['db', { file: 'seed.sql', sql: SEED }]]),
    run: { commit: 'c0ffee' },
    migrate: async (plan, address) => {
      const [program = '', ...words] = plan.migrate?.run ?? [];
      const result = await execa(program, words, { cwd: TINY_APP, env: { DATABASE_URL: address.url }, reject: false });
      return result.failed
        ? { ok: false, failure: { why: 'it failed', output: result.stderr } }
        : { ok: true, value: undefined };
    },
    ...overrides,
  };
}

export const SEED =
  "insert into notes (text, seen_at) values ('one', '2024-01-01T00:00:00Z'), ('two', '2024-01-02T00:00:00.5Z');";

/** The value of a success; a failure fails the test with its words. */
export function must<T>(result: Result<T, EnvironmentFailure>): T {
  if (!result.ok)
    assert.fail(`${result.failure.phase} ${result.failure.service}: ${result.failure.why}\n${result.failure.output}`);
  return result.value;
}

/** The failure; a success fails the test. */
export function mustFail(result: Result<unknown, EnvironmentFailure>): EnvironmentFailure {
  if (result.ok) assert.fail('it succeeded');
  return result.failure;
}

export async function newEnvironment(
  ground: Ground,
  system = tinySystem(),
  mode: ServicesMode = 'embedded',
): Promise<Environment> {
  const services = must(await ground.services(system, mode));
  return must(await services.prepareTemplates(subject()));
}

export function databaseOf(stack: Stack): CriterionDatabase {
  const database = stack.databases.get('db');
  assert.ok(database);
  return database;
}

/** Lets the application itself run SQL: as its role, on its connections. */
export async function appRuns({ app }: Stack, sql: string): Promise<{ rows?: unknown[]; error?: string }> {
  const response = await fetch(`${app.url}/sql?q=${encodeURIComponent(sql)}`);
  return (await response.json()) as { rows?: unknown[]; error?: string };
}

/** Processes that the application said it started. */
export function childrenOf({ app }: Stack): number[] {
  return app.log().flatMap(({ text }) => (text.startsWith('child ') ? [Number(text.slice(6))] : []));
}

/** Whether a process runs. */
export function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
