import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import type { Plan } from '../../contracts/language/index.ts';
import { startServices, type Environment, type EnvironmentContext } from '../../verifier/environment/index.ts';
import { createEvidenceStore, createRunFolder, type EvidenceSink } from '../../verifier/evidence/index.ts';
import { baseEnvironment } from '../../verifier/index.ts';
import { launchBrowser, type BrowserEngine } from '../../verifier/probes/browser/index.ts';
import { systemClock } from '../system-clock.ts';
import { tinySystem, writeFiles } from '../tiny-system.ts';

/** The real parts that steps are taken with. Disposing it frees all of them. */
export interface StepGround extends AsyncDisposable {
  readonly plan: Plan;
  readonly environment: Environment;
  readonly engine: BrowserEngine;
  readonly sink: EvidenceSink;
  /** A folder for what is written by hand. */
  readonly folder: string;
}

export const never = new AbortController().signal;
export const run = { commit: 'none', id: 'bench' };

/** Starts a database server, the tiny application's template, and a browser. */
export async function startGround(
  plan: Plan,
  { scratch, browser }: { readonly scratch: string; readonly browser: string },
): Promise<StepGround> {
  const held = new AsyncDisposableStack();
  try {
    const environment = await prepare(plan, scratch, held);
    const engine = await launchBrowser({ executablePath: browser, clock: systemClock, signal: never });
    if (!engine.ok) throw new Error(engine.failure);
    held.use(engine.value);
    const home = join(scratch, 'step-evidence');
    const folder = held.use(await createRunFolder({ home, runId: 'bench', clock: systemClock }));
    const byHand = join(scratch, 'step-by-hand');
    await mkdir(byHand);
    return {
      plan,
      environment,
      engine: engine.value,
      sink: createEvidenceStore(folder),
      folder: byHand,
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  } catch (error) {
    await held.disposeAsync();
    throw error;
  }
}

async function prepare(plan: Plan, scratch: string, held: AsyncDisposableStack): Promise<Environment> {
  const checkout = join(scratch, 'step-subject');
  const { system, server } = tinySystem({ database: true });
  await writeFiles(checkout, [system, server]);
  const context: EnvironmentContext = {
    runId: 'bench',
    clock: systemClock,
    signal: never,
    scratch,
    baseEnv: baseEnvironment(env),
    secrets: {},
    note: () => undefined,
  };
  const live = join(scratch, 'live');
  const services = await startServices(context, { system: plan.system, mode: 'embedded', workers: 1, live });
  if (!services.ok) throw new Error(services.failure.why);
  held.use(services.value);
  const migrate = (): Promise<{ ok: true; value: undefined }> => Promise.resolve({ ok: true, value: undefined });
  const environment = await services.value.prepareTemplates({ checkout, seeds: new Map(), run, migrate });
  if (!environment.ok) throw new Error(environment.failure.why);
  return environment.value;
}
