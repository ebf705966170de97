import { stringifyJson, type Probe, type Step, type Value } from '../../contracts/language/index.ts';
import type { Clock } from '../clock.ts';
import type { Rejection, Stack } from '../environment/index.ts';
import { FaultWindows } from './fault-windows.ts';
import type { Browsers } from './no-browser.ts';

/** What a criterion's faults are made in. */
export interface FaultGround {
  readonly stack: Stack;
  readonly browser: Browsers;
  readonly clock: Clock;
}

/** The faults that one criterion's own steps set up: when they lasted, whether they had an effect, and their end. */
export class CriterionFaults {
  readonly windows = new FaultWindows();
  readonly #ground: FaultGround;
  readonly #rejections: { readonly stepId: string; readonly rejection: Rejection }[] = [];
  /** Services that are stopped or paused. */
  readonly #down = new Set<string>();

  constructor(ground: FaultGround) {
    this.#ground = ground;
  }

  /** Notes what a step did, once it is done. */
  note({ id, probe }: Pick<Step<Value>, 'id' | 'probe'>, fromMs: number): void {
    this.windows.note(probe, { id, fromMs, doneMs: this.#ground.clock.monotonicMs() });
    if (probe.verb === 'system.stop' || probe.verb === 'system.pause') this.#down.add(probe.service);
    if (probe.verb === 'system.start' || probe.verb === 'system.restart') this.#down.delete(probe.service);
  }

  noteRejection(stepId: string, rejection: Rejection): void {
    this.#rejections.push({ stepId, rejection });
  }

  /** Ends all of them. Tells which had no effect, or were gone before the end, and why, by the id of their step. */
  async lift(): Promise<ReadonlyMap<string, string>> {
    const { stack, browser, clock } = this.#ground;
    const idle = new Map<string, string>();
    for (const id of browser.unmetFaults()) idle.set(id, 'no call met it, so nothing was seen under it');
    for (const id of browser.unmetDialogs()) idle.set(id, 'no dialog came that it could answer');
    browser.clearFaults();
    for (const { stepId, rejection } of this.#rejections.splice(0)) {
      const { held, refused } = await rejection.check();
      if (!held) idle.set(stepId, 'it was no longer in force when the criterion ended');
      else if (refused === 0) idle.set(stepId, 'no statement met it, so nothing was seen under it');
      await rejection.lift();
    }
    await browser.setLatency(0);
    for (const link of stack.links.values()) link.restore();
    for (const service of this.#down) await stack.controls.get(service)?.start();
    this.#down.clear();
    this.windows.endAll(clock.monotonicMs());
    return idle;
  }
}

/** Something that went wrong, and when (monotonic ms). */
export interface TimedError {
  readonly atMs: number;
  /** Of an answer: when its request began. */
  readonly sinceMs?: number;
  readonly actor: string;
  readonly text: string;
}

const shownErrors = 100;

/** What `always` observes: `truncated` says that there were more errors, of which nothing is known. */
export interface ObservedErrors {
  readonly count: number;
  readonly errors: readonly string[];
  readonly truncated?: string;
}

/** All errors of a kind that were kept, and how many were not. */
export interface AllErrors {
  readonly of: 'server' | 'script';
  readonly errors: readonly TimedError[];
  readonly dropped: number;
}

/** The errors that no fault of the criterion's own excuses, as `always` observes them. */
export function observeErrors(
  { of, errors, dropped }: AllErrors,
  windows: FaultWindows,
): { readonly value: ObservedErrors; readonly content: string } {
  const counted = errors.filter(({ atMs, sinceMs }) => !windows.excuses(atMs, of, sinceMs));
  const value = {
    count: counted.length,
    errors: counted.slice(0, shownErrors).map(({ actor, text }) => `${actor}: ${text}`),
    ...(dropped === 0 ? {} : { truncated: `${String(dropped)} errors beyond ${String(errors.length)}` }),
  };
  return { value, content: stringifyJson({ observed: value, excused: errors.length - counted.length }, 1) };
}

/** What services a criterion's steps act on beyond using them, so that the ways to them must be under our hand. */
export function linksNeeded(probes: readonly Probe<unknown>[], databases: readonly string[]): readonly string[] {
  const links = probes.flatMap((probe): readonly string[] => {
    if (probe.verb === 'together')
      return linksNeeded(
        probe.steps.map((step) => step.probe),
        databases,
      );
    if (probe.verb === 'system.latency') return probe.from === 'browser' ? [] : [probe.to];
    const acts = ['system.stop', 'system.start', 'system.pause', 'system.restart'].includes(probe.verb);
    return acts && 'service' in probe && databases.includes(probe.service) ? [probe.service] : [];
  });
  return [...new Set(links)];
}
