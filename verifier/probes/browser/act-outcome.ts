import type { Page } from '@playwright/test';
import type { Locator, Value, ValueMap } from '../../../contracts/language/index.ts';
import type { ActorPage } from './actor-page.ts';
import { within } from './bounded.ts';
import { candidates, locate } from './locator.ts';
import { OutOfTime } from './session-end.ts';
import { UnusableLocator } from './text-pattern.ts';

/** What every act in the browser observes. */
export interface ActOutcome extends ValueMap {
  readonly outcome: 'done' | 'not-found' | 'ambiguous' | 'not-possible' | 'unreachable';
  readonly detail?: string;
}

const countAtMostMs = 1_000;

/** A file of the contracts' side that nobody handed over: ours, not the page's. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile';
}

/** What was acted on, and where. */
export interface ActTarget {
  readonly page: Page;
  readonly locator: Locator<Value>;
}

/** What Playwright's rejection of an act means for the page; rejects with it when it is not about the page. */
export async function explainFailure(actor: ActorPage, error: unknown, target?: ActTarget): Promise<ActOutcome> {
  if (!isAboutThePage(error) || actor.end.reason !== undefined) throw error;
  if (isGone(error)) {
    if (target === undefined || !(await onlyTabClosed(actor, target.page))) throw error;
    return { outcome: 'not-possible', detail: 'the tab was closed meanwhile' };
  }
  if (isUnusable(error)) throw new UnusableLocator(plain(error.message));
  if (error.message.includes('strict mode violation'))
    return { outcome: 'ambiguous', detail: strictDetail(error.message) };
  if (error.name !== 'TimeoutError' || target === undefined) {
    return { outcome: 'not-possible', detail: plain(error.message) };
  }
  return await explainTimeout(actor, target.locator, error.message);
}

function isAboutThePage(error: unknown): error is Error {
  return error instanceof Error && !(error instanceof MissingFile) && !(error instanceof OutOfTime);
}

/** Whether the page is gone and the browser is not: the page closed itself, or another one closed it. */
export async function onlyTabClosed(actor: ActorPage, page: Page): Promise<boolean> {
  await actor.confirmLife();
  return page.isClosed();
}

async function explainTimeout(actor: ActorPage, locator: Locator<Value>, message: string): Promise<ActOutcome> {
  const [visible, all] = await countTargets(actor, locator);
  if (visible > 0) {
    const disabled = await isDisabled(actor, locator);
    return { outcome: 'not-possible', detail: disabled ? 'it is disabled' : blockedBecause(message) };
  }
  if (visible === 0 && all === 0 && locator.frame !== undefined)
    return { outcome: 'not-found', detail: await missingInFrame(actor, locator.frame) };
  const detail = all === 0 ? 'nothing like this is on the page' : `${String(all)} on the page, none of them visible`;
  return { outcome: 'not-found', detail };
}

async function missingInFrame(actor: ActorPage, frame: Locator<Value>): Promise<string> {
  const [frames] = await countTargets(actor, frame);
  return frames === 0 ? 'the frame is not on the page' : 'nothing like this is in the frame';
}

async function countTargets(
  actor: ActorPage,
  locator: Locator<Value>,
): Promise<readonly [visible: number, all: number]> {
  const counting = Promise.all([locate(actor.page, locator).count(), candidates(actor.page, locator).count()]);
  return (await within(counting, countAtMostMs, actor.clock)) ?? [1, 1];
}

async function isDisabled(actor: ActorPage, locator: Locator<Value>): Promise<boolean> {
  const asking = locate(actor.page, locator).first().isDisabled({ timeout: countAtMostMs });
  return (await within(asking, countAtMostMs, actor.clock).catch(() => undefined)) === true;
}

/** The browser or the page was closed under the act. */
export function isGone(error: Error): boolean {
  return /Target (?:page, context or browser has been closed|closed|crashed)|Browser has been closed/u.test(
    error.message,
  );
}

/** A selector that does not parse can't be found on any page. */
export function isUnusable(error: Error): boolean {
  return (
    error instanceof UnusableLocator ||
    /is not a valid selector|Unexpected token|Unknown engine|Malformed selector|while parsing (?:css )?selector/iu.test(
      error.message,
    )
  );
}

/** The last thing that Playwright was waiting for, in its own words. */
function blockedBecause(message: string): string {
  const lines = plain(message)
    .split('\n')
    .map((line) => line.replace(/^[\s\d×x-]+/u, '').trim());
  const reasons = lines.filter((line) =>
    /intercepts pointer events|is not (?:enabled|stable|visible|editable)|outside of the viewport|did not find some options|detached/u.test(
      line,
    ),
  );
  return reasons.at(-1) ?? 'it did not become ready to be acted on';
}

function strictDetail(message: string): string {
  const lines = plain(message).split('\n').slice(0, 11);
  const count = /resolved to (\d+) elements/u.exec(message)?.[1] ?? 'several';
  const shown = lines
    .slice(1)
    .map((line) => line.trim().replace(/ aka .*$/u, ''))
    .filter((line) => /^\d+\)/u.test(line));
  return `${count} elements: ${shown.join(' ')}`;
}

/** Without colours, and not longer than anyone reads. */
export function plain(message: string): string {
  return message.replace(/\u001B\[[0-9;]*m/gu, '').slice(0, 2_000);
}
