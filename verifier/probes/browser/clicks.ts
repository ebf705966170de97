import type { BrowserAct, Locator, Value } from '../../../contracts/language/index.ts';
import { isGone, onlyTabClosed, type ActOutcome } from './act-outcome.ts';
import type { ActorPage } from './actor-page.ts';
import { frameOf, locate, locateInside } from './locator.ts';
import { untilSent } from './finish-writes.ts';
import { readPlace } from './page-reader.ts';
import { OutOfTime } from './session-end.ts';

export type ClickProbe = Extract<BrowserAct<Value>, { readonly verb: 'browser.click' }>;

/** Clicks that follow each other faster than this are a double click to the browser, as to a person's. */
const doubleClickMs = 500;
/** A click that asks for nothing is followed by the next one after this, at the pace of a quick hand. */
const asksWithinMs = 200;

interface Repetition {
  readonly times: number;
  readonly everyMs: number;
  readonly deadlineMs: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How long the target is waited for, and when the criterion's time is over (monotonic). */
interface ClickBounds {
  readonly timeoutMs: number;
  readonly deadlineMs: number;
}

/** Waits once until the target can be clicked, then clicks as often as is said. Rejects as Playwright does when it never could. */
export async function clickOn(actor: ActorPage, probe: ClickProbe, bounds: ClickBounds): Promise<ActOutcome> {
  const { timeoutMs, deadlineMs } = bounds;
  const { page } = actor;
  const { times = 1, everyMs = 0 } = probe;
  try {
    if (probe.by === 'keyboard') {
      if (!(await focus(actor, probe.locator, timeoutMs)))
        return { outcome: 'not-possible', detail: 'it can’t be reached by keyboard: it does not take the focus' };
      await repeat(actor, { times, everyMs, deadlineMs }, () => page.keyboard.press('Enter'));
    } else if (times === 1) {
      await locate(page, probe.locator).click({ timeout: timeoutMs });
    } else {
      await clickPlace(actor, { ...probe, times, everyMs, deadlineMs }, timeoutMs);
    }
    return { outcome: 'done' };
  } catch (error) {
    // What a click closes, it was there for.
    if (error instanceof Error && isGone(error) && (await onlyTabClosed(actor, page))) return { outcome: 'done' };
    throw error;
  }
}

/** Whatever the target becomes after the first click, the mouse stays where it is. */
async function clickPlace(actor: ActorPage, probe: ClickProbe & Repetition, timeoutMs: number): Promise<void> {
  const { page } = actor;
  // Waits for all that a click waits for, and brings the target into view; it does not click.
  await locate(page, probe.locator).click({ trial: true, timeout: timeoutMs });
  const { x, y } = await placeOf(actor, probe.locator, timeoutMs);
  await page.mouse.move(x, y);
  await repeat(actor, probe, async (index) => {
    const clickCount = probe.everyMs < doubleClickMs ? index + 1 : 1;
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  });
}

/** In the page's window: where a click on the target goes to. */
async function placeOf(actor: ActorPage, locator: Locator<Value>, timeoutMs: number): Promise<Point> {
  const { page } = actor;
  const shown = await locate(page, locator).boundingBox({ timeout: timeoutMs });
  if (shown === null) throw new Error('it is not shown');
  const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
  const { box, first } = await readPlace({ page, frame: frameOf(page, locator) }, locateInside(page, locator), signal);
  // The two boxes of the element differ by where its frame is in the page.
  return { x: shown.x - box.x + first.x + first.width / 2, y: shown.y - box.y + first.y + first.height / 2 };
}

/** Gives the target the focus, and says whether it took it. Neither moves nor presses the mouse. */
async function focus(actor: ActorPage, locator: Locator<Value>, timeoutMs: number): Promise<boolean> {
  const target = locate(actor.page, locator);
  const element = await target.elementHandle({ timeout: timeoutMs });
  try {
    await element.waitForElementState('enabled', { timeout: timeoutMs });
    await element.focus();
    return (await locate(actor.page, locator).and(actor.page.locator(':focus')).count()) > 0;
  } finally {
    await element.dispose();
  }
}

/** No click comes before what the one before it asked for went out: the browser would take back a form that it has not sent yet, and no second one was sent. */
async function repeat(
  { clock, records }: ActorPage,
  { times, everyMs, deadlineMs }: Repetition,
  once: (index: number) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    if (clock.monotonicMs() >= deadlineMs)
      throw new OutOfTime(`the criterion’s time was over after ${String(index)} of ${String(times)} clicks`);
    const sinceMs = clock.monotonicMs();
    await once(index);
    if (index === times - 1) return;
    const untilMs = Math.min(deadlineMs, sinceMs + asksWithinMs);
    await Promise.all([clock.sleep(everyMs), untilSent(records.network, { clock, sinceMs, untilMs })]);
  }
}
