import type { Locator as PageLocator } from '@playwright/test';
import type { BrowserAct, Locator, Value } from '../../../contracts/language/index.ts';
import type { ActorPage } from './actor-page.ts';
import { explainFailure, type ActOutcome } from './act-outcome.ts';
import { clickOn, type ClickProbe } from './clicks.ts';
import { locate, locateHidden } from './locator.ts';
import { goBack, openPath, reloadPage } from './navigation.ts';
import { OutOfTime } from './session-end.ts';
import type { Timing } from './timing.ts';
import { upload, type UploadContents, type UploadProbe } from './uploads.ts';
import { textOf } from './value-text.ts';

/** Acts that happen on the page; the others concern the browser around it. */
export type PageAct = Exclude<
  BrowserAct<Value>,
  { readonly verb: 'browser.fresh' | 'browser.dialog' | 'browser.fail' }
>;
type TargetAct = Exclude<PageAct, { readonly verb: 'browser.open' | 'browser.reload' | 'browser.back' }> & {
  readonly locator: Locator<Value>;
};
type FieldAct = Exclude<TargetAct, ClickProbe | UploadProbe>;

/** How an act is to be done: its time, and the files that it may hand to a page. */
export interface ActCall extends Timing {
  readonly files: UploadContents;
}

/** Does the act, exactly once, and waits until the page has settled. Rejects only with what is ours. */
export async function act(actor: ActorPage, probe: PageAct, call: ActCall): Promise<ActOutcome> {
  const outcome = await actor.end.race(attempt(actor, probe, call));
  if (outcome.outcome === 'done')
    await actor.settle({ sinceMs: actor.clock.monotonicMs(), deadlineMs: call.deadlineMs });
  return outcome;
}

async function attempt(actor: ActorPage, probe: PageAct, call: ActCall): Promise<ActOutcome> {
  await actor.tabs.ready();
  if (probe.verb === 'browser.open') return await openPath(actor, probe, call);
  await actor.confirmLife();
  if (!actor.hasDocument) return { outcome: 'not-found', detail: 'no page is open' };
  if (probe.verb === 'browser.reload') return await reloadPage(actor, call);
  if (probe.verb === 'browser.back') return await goBack(actor, call);
  if (probe.verb !== 'browser.press') return await actOn(actor, probe, call);
  const { locator } = probe;
  return locator === undefined
    ? await pressKey(actor, probe.key, call)
    : await actOn(actor, { ...probe, locator }, call);
}

async function pressKey(actor: ActorPage, key: string, { deadlineMs }: ActCall): Promise<ActOutcome> {
  try {
    await actor.settleBefore(deadlineMs);
    await actor.page.keyboard.press(key);
    return { outcome: 'done' };
  } catch (error) {
    return await explainFailure(actor, error);
  }
}

/** Several targets may be there for a moment, while a page changes; only when it has settled are they ambiguous. */
async function actOn(actor: ActorPage, probe: TargetAct, call: ActCall): Promise<ActOutcome> {
  const limitMs = Math.min(actor.clock.monotonicMs() + call.withinMs, call.deadlineMs);
  const settlingMs = await awaken(actor, probe, { untilMs: limitMs, deadlineMs: call.deadlineMs });
  const untilMs = Math.min(limitMs + settlingMs, call.deadlineMs);
  const first = await tryOnce(actor, probe, { ...call, untilMs });
  if (first.outcome === 'ambiguous') {
    await actor.settle({ deadlineMs: call.deadlineMs });
    return await tryOnce(actor, probe, { ...call, untilMs: Math.max(untilMs, actor.clock.monotonicMs() + 100) });
  }
  if (first.outcome !== 'done' && untilMs === call.deadlineMs)
    throw new OutOfTime(`the criterion’s time was over while this waited: ${first.detail ?? first.outcome}`);
  return first;
}

/**
 * Waits until the target is there, and then until the page has settled: what is drawn may not be awake yet, and a click would be lost.
 * Whatever goes wrong here is found, and explained, by the act itself.
 * Returns how long settling took: it has bounds of its own, and must leave the act its time.
 */
async function awaken(
  actor: ActorPage,
  probe: TargetAct,
  { untilMs, deadlineMs }: { readonly untilMs: number; readonly deadlineMs: number },
): Promise<number> {
  const timeout = timeoutUntil(actor, untilMs);
  try {
    // Fields for files are often hidden behind a button of the page's own.
    if (probe.verb === 'browser.upload')
      await locateHidden(actor.page, probe.locator).first().waitFor({ state: 'attached', timeout });
    else await locate(actor.page, probe.locator).first().waitFor({ state: 'visible', timeout });
  } catch {
    return 0;
  }
  const sinceMs = actor.clock.monotonicMs();
  await actor.settleBefore(deadlineMs);
  return actor.clock.monotonicMs() - sinceMs;
}

async function tryOnce(
  actor: ActorPage,
  probe: TargetAct,
  call: ActCall & { readonly untilMs: number },
): Promise<ActOutcome> {
  const { page } = actor;
  try {
    const timeoutMs = timeoutUntil(actor, call.untilMs);
    if (probe.verb === 'browser.click') return await clickOn(actor, probe, { timeoutMs, deadlineMs: call.deadlineMs });
    if (probe.verb === 'browser.upload') return await upload(actor, probe, { files: call.files, timeoutMs });
    await perform(locate(page, probe.locator), probe, timeoutMs);
    return { outcome: 'done' };
  } catch (error) {
    return await explainFailure(actor, error, { locator: probe.locator, page });
  }
}

/** Playwright takes 0 for "no limit". */
function timeoutUntil(actor: ActorPage, untilMs: number): number {
  return Math.max(1, untilMs - actor.clock.monotonicMs());
}

async function perform(target: PageLocator, probe: FieldAct, timeout: number): Promise<void> {
  switch (probe.verb) {
    case 'browser.fill':
      await target.fill(textOf(probe.value), { timeout });
      return;
    case 'browser.press':
      await target.press(probe.key, { timeout });
      return;
    case 'browser.check':
      await target.setChecked(probe.checked, { timeout });
      return;
    case 'browser.select':
      await target.selectOption(textOf(probe.option), { timeout });
  }
}
