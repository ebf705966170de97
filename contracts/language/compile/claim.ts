import type { Expression } from '../expression.ts';
import type { Claim, PlanStep } from '../plan.ts';
import { isBrowserLook, type ApiProbe, type BrowserLook, type DatabaseProbe } from '../probe.ts';
import { claims } from '../schema/contract.ts';

/** The stronger of two. */
export function strongestClaim(reached: readonly Claim[]): Claim | undefined {
  return [...claims].reverse().find((claim) => reached.includes(claim));
}

/** Whether what is reached carries what is claimed. */
export function carriesClaim(reached: Claim | undefined, claim: Claim): boolean {
  return reached !== undefined && claims.indexOf(reached) >= claims.indexOf(claim);
}

/** What happened in `then` before a look: whose browser is new, and whether the application was restarted. */
interface Since {
  readonly fresh: Set<string>;
  /** A browser that was fresh before the restart may show what it loaded before. */
  readonly freshAfterRestart: Set<string>;
  restarted: boolean;
}

/** Puts on each judged look of `when` and `then` what its satisfaction can carry. */
export function withStrengths(steps: readonly PlanStep[]): PlanStep[] {
  const acting = new Set(steps.filter(({ section }) => section === 'when').flatMap((step) => actorsOf(step)));
  const since: Since = { fresh: new Set(), freshAfterRestart: new Set(), restarted: false };
  return steps.map((step) => {
    if (step.section === 'then') note(step, since);
    const look = judgedLook(step);
    const strength = look === undefined ? undefined : strengthOf(look, acting, since);
    return strength === undefined ? step : { ...step, strength };
  });
}

type Look =
  BrowserLook<Expression> | ApiProbe<Expression> | Exclude<DatabaseProbe<Expression>, { readonly verb: 'db.exec' }>;

/** The probe of a step whose expectation the author stated, when it only looks and stands where it is judged. */
function judgedLook({ probe, stated, kind, section }: PlanStep): Look | undefined {
  if (!stated || kind !== 'look' || (section !== 'when' && section !== 'then')) return undefined;
  return probe.verb === 'api.request' || probe.verb === 'db.query' || probe.verb === 'db.delta' || isBrowserLook(probe)
    ? probe
    : undefined;
}

function note({ probe }: PlanStep, since: Since): void {
  if (probe.verb === 'browser.fresh') {
    since.fresh.add(probe.actor);
    if (since.restarted) since.freshAfterRestart.add(probe.actor);
  }
  if (probe.verb !== 'system.restart') return;
  since.restarted = true;
  since.freshAfterRestart.clear();
}

function actorsOf({ probe }: PlanStep): string[] {
  return 'actor' in probe ? [probe.actor] : [];
}

/**
 * shown: a look in the browser. served: an API read, or a browser look in a fresh context. persisted: a database read, or an
 * API read by someone who did not act. durable: one of these after a restart (a delta compares the time before it).
 */
function strengthOf(probe: Look, acting: ReadonlySet<string>, since: Since): Claim | undefined {
  switch (probe.verb) {
    case 'db.delta':
      return 'persisted';
    case 'db.query':
      return strengthOfStored(since);
    case 'api.request':
      return acting.has(probe.actor) && !since.restarted ? 'served' : strengthOfStored(since);
    case 'browser.see':
    case 'browser.notSee':
    case 'browser.at':
      return strengthOfBrowserLook(probe.actor, since);
    // It sees what the page asked for, not what it shows.
    case 'browser.requests':
      return undefined;
  }
}

function strengthOfStored(since: Since): Claim {
  return since.restarted ? 'durable' : 'persisted';
}

function strengthOfBrowserLook(actor: string, since: Since): Claim {
  if (!since.fresh.has(actor)) return 'shown';
  return since.freshAfterRestart.has(actor) ? 'durable' : 'served';
}

/** What reaches a claim, for its diagnostic. */
export const waysToClaim: Readonly<Record<Claim, string>> = {
  shown: 'look in the browser (browser.see, notSee, at)',
  served: 'read by API (GET), or look in the browser after browser.fresh',
  persisted: 'read the database (db.query, db.delta), or by API (GET) as an actor who did not act in “when”',
  durable: 'after system.restart in “then”, read the database or by API, or look in the browser after browser.fresh',
};
