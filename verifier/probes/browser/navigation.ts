import type { Response } from '@playwright/test';
import { leadsElsewhere, type BrowserAct, type Value } from '../../../contracts/language/index.ts';
import type { ActOutcome } from './act-outcome.ts';
import { plain } from './act-outcome.ts';
import type { Timing } from './timing.ts';
import type { ActorPage } from './actor-page.ts';
import { locate } from './locator.ts';
import { OutOfTime } from './session-end.ts';
import { textOf } from './value-text.ts';

type Open = Extract<BrowserAct<Value>, { readonly verb: 'browser.open' }>;

/** A document may take this long at least, however short the step's `within` is: that one speaks of targets. */
const documentAtLeastMs = 15_000;

/** Opens the address anew and waits for its document, then for `until`. Never for `load`: one picture of a stranger's host can hold that back for ever. */
export async function openPath(actor: ActorPage, probe: Open, timing: Timing): Promise<ActOutcome> {
  await actor.finishUp(timing.deadlineMs);
  await actor.tabs.ensureOpen();
  const elsewhere = leadsElsewhere(textOf(probe.path));
  if (elsewhere !== undefined) throw new CannotBeDone(elsewhere);
  const url = new URL(textOf(probe.path), actor.appUrl).href;
  // An address that differs in nothing but its fragment would not be loaded: the page would only scroll.
  const current = actor.page.url();
  if (url.includes('#') && withoutFragment(url) === withoutFragment(current)) await actor.page.goto('about:blank');
  const outcome = await load(actor, timing, (timeout) =>
    actor.page.goto(url, { waitUntil: 'domcontentloaded', timeout }),
  );
  if (outcome.outcome !== 'done' || probe.until === undefined) return outcome;
  const untilMs = Math.min(actor.clock.monotonicMs() + timing.withinMs, timing.deadlineMs);
  try {
    await locate(actor.page, probe.until)
      .first()
      .waitFor({ state: 'visible', timeout: Math.max(1, untilMs - actor.clock.monotonicMs()) });
    return outcome;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    if (untilMs === timing.deadlineMs)
      throw new OutOfTime('the criterion’s time was over while the page was waited for');
    return { outcome: 'not-found', detail: 'the page opened, but what it should be waited for did not come' };
  }
}

/** Thrown where the browser would do something else than the contract says. */
export class CannotBeDone extends Error {
  override readonly name = 'CannotBeDone';
}

/** Loads the page again, as a person does. Rejects where that would send a form again. */
export async function reloadPage(actor: ActorPage, timing: Timing): Promise<ActOutcome> {
  await actor.finishUp(timing.deadlineMs);
  const { method } = actor.document;
  // A person is asked before.
  if (method !== 'GET')
    throw new CannotBeDone(
      `the page is the answer to a ${method}, which loading it again would send again: open its address instead`,
    );
  return await load(actor, timing, (timeout) => actor.page.reload({ waitUntil: 'domcontentloaded', timeout }));
}

/** One step back in the tab's history, as a person goes: to another page, or to another state of the same one. */
export async function goBack(actor: ActorPage, timing: Timing): Promise<ActOutcome> {
  await actor.finishUp(timing.deadlineMs);
  const { currentIndex, entries } = await actor.cdp.send('Page.getNavigationHistory');
  const before = entries[currentIndex - 1]?.url;
  if (before === undefined || before === 'about:blank')
    return { outcome: 'not-possible', detail: 'there is no page before this one' };
  return await load(actor, timing, (timeout) => actor.page.goBack({ waitUntil: 'domcontentloaded', timeout }));
}

async function load(
  actor: ActorPage,
  timing: Timing,
  go: (timeoutMs: number) => Promise<unknown>,
): Promise<ActOutcome> {
  const nowMs = actor.clock.monotonicMs();
  const untilMs = Math.min(nowMs + Math.max(timing.withinMs, documentAtLeastMs), timing.deadlineMs);
  const documents = listenForDocuments(actor);
  const wasAnswered = (): boolean => documents.lastStatus() !== 0;
  const bounds = { untilMs, deadlineMs: timing.deadlineMs, wasAnswered };
  const outcome = await tryToLoad(actor, bounds, go).finally(documents.stop);
  if (outcome.outcome === 'unreachable') actor.document.noteFailure();
  const status = documents.lastStatus();
  // The page stays: what it shows tells why. A 4xx may be just what a contract speaks of.
  return outcome.outcome === 'done' && status >= 500
    ? { outcome: 'not-possible', detail: `the server answered ${String(status)}` }
    : outcome;
}

/** Hears with which status the page's own document was answered last, wherever it led. */
function listenForDocuments({ page }: ActorPage): { readonly lastStatus: () => number; readonly stop: () => void } {
  let status = 0;
  const hear = (response: Response): void => {
    const request = response.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) status = response.status();
  };
  page.on('response', hear);
  return {
    lastStatus: () => status,
    stop: () => {
      page.off('response', hear);
    },
  };
}

interface LoadBounds {
  readonly untilMs: number;
  readonly deadlineMs: number;
  readonly wasAnswered: () => boolean;
}

async function tryToLoad(
  actor: ActorPage,
  { untilMs, deadlineMs, wasAnswered }: LoadBounds,
  go: (timeoutMs: number) => Promise<unknown>,
): Promise<ActOutcome> {
  const nowMs = actor.clock.monotonicMs();
  try {
    await go(Math.max(1, untilMs - nowMs));
    return { outcome: 'done' };
  } catch (error) {
    if (!(error instanceof Error) || actor.end.reason !== undefined) throw error;
    if (error.message.includes('interrupted by another navigation')) return await follow(actor, untilMs);
    if (isTimeout(error)) {
      if (untilMs === deadlineMs) throw new OutOfTime('the criterion’s time was over while the page was loaded');
      const what = wasAnswered() ? 'the document was begun, and was not there whole' : 'no document came';
      return { outcome: 'unreachable', detail: `${what} within ${String(Math.round(untilMs - nowMs))} ms` };
    }
    return loadFailure(error);
  }
}

/** The page sent the browser elsewhere before it was there: that address counts. */
async function follow(actor: ActorPage, untilMs: number): Promise<ActOutcome> {
  try {
    await actor.page.waitForLoadState('domcontentloaded', {
      timeout: Math.max(1, untilMs - actor.clock.monotonicMs()),
    });
    return actor.hasDocument
      ? { outcome: 'done' }
      : { outcome: 'unreachable', detail: 'the page led to an address that could not be loaded' };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return { outcome: 'unreachable', detail: 'the page went on to another address, which did not come' };
  }
}

function loadFailure(error: Error): ActOutcome {
  const code = /net::(ERR_\w+)/u.exec(error.message)?.[1];
  if (error.message.includes('Download is starting'))
    return { outcome: 'not-possible', detail: 'the answer is not a page, but a download' };
  if (code === undefined) throw error;
  if (code === 'ERR_ABORTED')
    return { outcome: 'not-possible', detail: 'the answer is not a page (a download, or no content)' };
  return {
    outcome: 'unreachable',
    detail:
      plain(error.message)
        .split('\n')[0]
        ?.replace(/^page\.\w+: /u, '') ?? code,
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function withoutFragment(url: string): string {
  return url.split('#')[0] ?? url;
}
