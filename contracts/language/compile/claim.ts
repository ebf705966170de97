import type { Expression } from '../expression.ts';
import type { Claim, PlanStep } from '../plan.ts';
import { actorsOf, isBrowserLook, type BrowserLook, type Probe } from '../probe.ts';
import { claims } from '../schema/contract.ts';
import type { SystemNames } from './context.ts';

/** The stronger of two. */
export function strongestClaim(reached: readonly Claim[]): Claim | undefined {
  return [...claims].reverse().find((claim) => reached.includes(claim));
}

/** Whether what is reached carries what is claimed. */
export function carriesClaim(reached: Claim | undefined, claim: Claim): boolean {
  return reached !== undefined && claims.indexOf(reached) >= claims.indexOf(claim);
}

/** What happened before a look: whose browser is new, and whether the system was restarted after the action. */
interface Since {
  readonly fresh: Set<string>;
  /** A browser that was fresh before the restart may show what it loaded before. */
  readonly freshAfterRestart: Set<string>;
  /** Services that were stopped and not started again. */
  readonly stopped: Set<string>;
  restarted: boolean;
  /** Whether an application was: what it answers may be kept in its memory while its database comes and goes. */
  appRestarted: boolean;
}

/** Puts on each judged look of `when` and `then` what its satisfaction can carry. */
export function withStrengths(steps: readonly PlanStep[], system: SystemNames): PlanStep[] {
  const acting = new Set(steps.filter(({ section }) => section === 'when').flatMap(({ probe }) => actorsOf(probe)));
  const keeping = new Set([...system.apps, ...system.databases]);
  const since: Since = {
    fresh: new Set(),
    freshAfterRestart: new Set(),
    stopped: new Set(),
    restarted: false,
    appRestarted: false,
  };
  return steps.map((step) => {
    note(step, since, { keeping, apps: new Set(system.apps) });
    const strength = isJudgedLook(step) ? strengthOf(step.probe, acting, since) : undefined;
    return strength === undefined ? step : { ...step, strength };
  });
}

/** The services that keep something, and the applications among them. */
interface Services {
  readonly keeping: ReadonlySet<string>;
  readonly apps: ReadonlySet<string>;
}

/** Whether a step only looks, with an expectation that the author stated, and stands where it is judged. */
function isJudgedLook({ stated, kind, section }: PlanStep): boolean {
  return stated && kind === 'look' && (section === 'when' || section === 'then');
}

function note(step: PlanStep, since: Since, { keeping, apps }: Services): void {
  const { probe, section } = step;
  if (probe.verb === 'browser.fresh' && section === 'then') {
    since.fresh.add(probe.actor);
    if (since.appRestarted) since.freshAfterRestart.add(probe.actor);
  }
  if (probe.verb === 'system.stop') since.stopped.add(probe.service);
  if (isRestart(probe, since)) {
    if (section === 'given' || !keeping.has(probe.service)) return;
    since.restarted = true;
    if (!apps.has(probe.service)) return;
    since.appRestarted = true;
    since.freshAfterRestart.clear();
  } else if (isAction(step)) {
    // What is done after a restart has not survived one.
    since.restarted = false;
    since.appRestarted = false;
  }
}

function isAction({ probe, section, kind }: PlanStep): boolean {
  return section === 'when' && kind === 'act' && !probe.verb.startsWith('system.');
}

type ServiceStart = Extract<Probe<Expression>, { readonly verb: 'system.restart' | 'system.start' }>;

/** Killed and started again, at once or by two steps. */
function isRestart(probe: Probe<Expression>, since: Since): probe is ServiceStart {
  if (probe.verb === 'system.restart') return true;
  return probe.verb === 'system.start' && since.stopped.delete(probe.service);
}

/**
 * shown: a look in the browser. served: an API read, or a browser look in a fresh context. persisted: a database read, or an
 * API read by someone who did not act. durable: one of these after a restart (a delta compares the time before it); after one of a
 * database only what is read there.
 * What requests, lines of a log and the like tell is not what the system shows or keeps.
 */
function strengthOf(probe: Probe<Expression>, acting: ReadonlySet<string>, since: Since): Claim | undefined {
  if (probe.verb === 'db.delta') return 'persisted';
  if (probe.verb === 'db.query') return strengthOfStored(since);
  if (probe.verb === 'api.request') return strengthOfAnswer(acting.has(probe.actor), since);
  if (probe.verb === 'values.agree')
    return strongestClaim(probe.readings.flatMap((reading) => strengthOf(reading.probe, acting, since) ?? []));
  return isBrowserLook(probe) ? strengthOfBrowserLook(probe, since) : undefined;
}

function strengthOfAnswer(isActing: boolean, { appRestarted }: Since): Claim {
  if (appRestarted) return 'durable';
  return isActing ? 'served' : 'persisted';
}

function strengthOfStored(since: Since): Claim {
  return since.restarted ? 'durable' : 'persisted';
}

function strengthOfBrowserLook({ verb, actor }: BrowserLook<Expression>, since: Since): Claim | undefined {
  if (verb === 'browser.requests') return undefined;
  // What happened before an empty browser was taken is not seen in it.
  if (verb === 'browser.asked' || verb === 'browser.downloaded' || !since.fresh.has(actor)) return 'shown';
  return since.freshAfterRestart.has(actor) ? 'durable' : 'served';
}

/** What reaches a claim, for its diagnostic. */
export const waysToClaim: Readonly<Record<Claim, string>> = {
  shown: 'look in the browser (browser.see, notSee, at)',
  served: 'read by API (GET), or look in the browser after browser.fresh',
  persisted: 'read the database (db.query, db.delta), or by API (GET) as an actor who did not act in “when”',
  durable:
    'after a restart of the application, read the database or by API, or look in the browser after browser.fresh; after one of a database, read the database',
};
