import type { CheckReport } from '../reports/index.ts';
import { checkOfFailure } from './environment-check.ts';
import { startServices, type EnvironmentFailure, type Result, type Services } from './environment/index.ts';
import { openBrowser } from './open-browser.ts';
import { inPhase } from './phase.ts';
import { needsBrowser, type BrowserSupply } from './run/index.ts';
import type { Run } from './run.ts';
import { selectedCriteria } from './selected-criteria.ts';
import { together } from './together.ts';

/** The services of a run, and its browser if it needs one; what did not come up is missing, and `checks` says why. */
export interface Serving {
  readonly services?: Services;
  readonly browsers?: BrowserSupply;
  readonly checks: readonly CheckReport[];
}

/** Starts database servers and, where a criterion needs it, the browser, side by side; they need no built subject. */
export async function startServing(run: Run): Promise<Serving> {
  return await inPhase('services', run.world, async () => {
    const [services, browsers] = await together(hold(run, start(run)), openIfNeeded(run));
    const failures = [
      services.ok ? undefined : services.failure,
      browsers.ok ? undefined : browserFailure(browsers.failure),
    ].filter((failure) => failure !== undefined);
    const checks = await Promise.all(
      failures.map((failure) => checkOfFailure(failure, { sink: run.sink, databases: new Map() })),
    );
    const result: Serving = {
      checks,
      ...(services.ok ? { services: services.value } : {}),
      ...(browsers.ok && browsers.value !== undefined ? { browsers: browsers.value } : {}),
    };
    return { ok: checks.length === 0, detail: describe(result), result };
  });
}

async function openIfNeeded(run: Run): Promise<Result<BrowserSupply | undefined, string>> {
  const isNeeded = selectedCriteria(run).some(({ criterion }) => needsBrowser(criterion, run.plan.system));
  return isNeeded ? await hold(run, openBrowser(run)) : { ok: true, value: undefined };
}

/** What has come up is freed with the run, whatever becomes of the rest. */
async function hold<T extends AsyncDisposable, F>(run: Run, starting: Promise<Result<T, F>>): Promise<Result<T, F>> {
  const started = await starting;
  if (started.ok) run.held.use(started.value);
  return started;
}

function start(run: Run): Promise<Result<Services, EnvironmentFailure>> {
  const { id, world, scratch, plan, request, workers, live, secrets } = run;
  const { clock, signal, baseEnv, images } = world;
  const note = (message: string): void => {
    world.emit({ kind: 'note', message });
  };
  return startServices(
    { runId: id, clock, signal, scratch, baseEnv, secrets, note },
    { system: plan.system, mode: request.services, workers, live, images },
  );
}

function browserFailure(why: string): EnvironmentFailure {
  return { phase: 'service', service: 'browser', fault: 'environment', why, output: '' };
}

function describe({ services, browsers, checks }: Serving): string {
  const up = (services?.reports ?? []).map(
    ({ name, mode, version }) => `${name}: ${mode}${version === undefined ? '' : ` ${version}`}`,
  );
  if (browsers !== undefined) up.push(`Chromium ${browsers.version}`);
  return [...up, ...checks.map(({ judgement }) => (judgement.kind === 'unverified' ? judgement.why : ''))].join(', ');
}
