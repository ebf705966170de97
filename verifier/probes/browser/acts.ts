import type { Locator as PageLocator } from '@playwright/test';
import type { BrowserAct, Locator, Value } from '../../../contracts/language/index.ts';
import type { ActorPage } from './actor-page.ts';
import { explainFailure, type ActOutcome } from './act-outcome.ts';
import { locate } from './locator.ts';
import { openPath, reloadPage } from './navigation.ts';
import { OutOfTime } from './session-end.ts';
import type { Timing } from './timing.ts';
import { textOf } from './value-text.ts';

/** Acts that happen on the page; the others concern the browser around it. */
export type PageAct = Exclude<BrowserAct<Value>, { readonly verb: 'browser.fresh' | 'browser.dialog' }>;
type TargetAct = Exclude<PageAct, { readonly verb: 'browser.open' | 'browser.reload' }>;

/** Does the act, exactly once, and waits until the page has settled. Rejects only with what is ours. */
export async function act(actor: ActorPage, probe: PageAct, timing: Timing): Promise<ActOutcome> {
  const outcome = await actor.end.race(attempt(actor, probe, timing));
  if (outcome.outcome === 'done')
    await actor.settle({ sinceMs: actor.clock.monotonicMs(), deadlineMs: timing.deadlineMs });
  return outcome;
}

async function attempt(actor: ActorPage, probe: PageAct, timing: Timing): Promise<ActOutcome> {
  if (probe.verb === 'browser.open') return await openPath(actor, probe, timing);
  if (!actor.hasDocument) return { outcome: 'not-found', detail: 'no page is open' };
  if (probe.verb === 'browser.reload') return await reloadPage(actor, timing);
  if (probe.verb === 'browser.press' && probe.locator === undefined) return await pressKey(actor, probe.key);
  const { locator } = probe;
  return locator === undefined ? { outcome: 'done' } : await actOn(actor, { ...probe, locator }, timing);
}

async function pressKey(actor: ActorPage, key: string): Promise<ActOutcome> {
  try {
    await actor.page.keyboard.press(key);
    return { outcome: 'done' };
  } catch (error) {
    return await explainFailure(actor, error);
  }
}

/** Several targets may be there for a moment, while a page changes; only when it has settled are they ambiguous. */
async function actOn(
  actor: ActorPage,
  probe: TargetAct & { readonly locator: Locator<Value> },
  timing: Timing,
): Promise<ActOutcome> {
  const untilMs = Math.min(actor.clock.monotonicMs() + timing.withinMs, timing.deadlineMs);
  const first = await tryOnce(actor, probe, untilMs);
  if (first.outcome === 'ambiguous') {
    await actor.settle({ deadlineMs: timing.deadlineMs });
    return await tryOnce(actor, probe, Math.max(untilMs, actor.clock.monotonicMs() + 100));
  }
  if (first.outcome !== 'done' && untilMs === timing.deadlineMs)
    throw new OutOfTime(`the criterion’s time was over while this waited: ${first.detail ?? first.outcome}`);
  return first;
}

async function tryOnce(
  actor: ActorPage,
  probe: TargetAct & { readonly locator: Locator<Value> },
  untilMs: number,
): Promise<ActOutcome> {
  const target = locate(actor.page, probe.locator);
  // Playwright takes 0 for "no limit".
  const timeout = Math.max(1, untilMs - actor.clock.monotonicMs());
  try {
    await perform(target, probe, timeout);
    return { outcome: 'done' };
  } catch (error) {
    return await explainFailure(actor, error, probe.locator);
  }
}

async function perform(target: PageLocator, probe: TargetAct, timeout: number): Promise<void> {
  switch (probe.verb) {
    case 'browser.click':
      await target.click({ timeout });
      return;
    case 'browser.fill':
      await target.fill(textOf(probe.value), { timeout });
      return;
    case 'browser.press':
      await target.press(probe.key, { timeout });
      return;
    case 'browser.select':
      await target.selectOption(textOf(probe.option), { timeout });
  }
}
