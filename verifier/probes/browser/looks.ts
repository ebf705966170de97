import {
  stringifyJson,
  type BrowserLook,
  type ElementReading,
  type Locator,
  type Matcher,
  type Value,
  type ValueMap,
} from '../../../contracts/language/index.ts';
import { isGone, isUnusable, onlyTabClosed, plain } from './act-outcome.ts';
import type { ActorPage } from './actor-page.ts';
import { within } from './bounded.ts';
import { readElements, type Reading } from './element-reading.ts';
import { frameOf, locate, locateInside } from './locator.ts';
import { readAddress } from './page-reader.ts';
import { UnusableLocator } from './text-pattern.ts';

/** Judges whether a value is what a matcher wants; the judge's, given by the caller. */
export type MatchValue = (matcher: Matcher<Value>, value: Value) => boolean;

/** A page whose script does not let go is not waited for any longer. */
const readAtMostMs = 5_000;
/** One whose document is replaced meanwhile is not waited for any longer than this. */
const replacedAtMostMs = 500;

const nothing: ElementReading = { properties: [], attributes: [], styles: [] };

/** What can't be read has no `count` and no `path`, so that no expectation is met by it, least of all one of absence. */
export interface Unreadable extends ValueMap {
  readonly failed: 'no-page' | 'no-frame' | 'not-answering';
  readonly detail: string;
}

/** Looks at the page as it stands; the others are looks at what was recorded. */
export type PageLook = Extract<
  BrowserLook<Value>,
  { readonly verb: 'browser.see' | 'browser.seeAny' | 'browser.notSee' | 'browser.at' }
>;

/** Whether the page itself is looked at. */
export function isPageLook(probe: BrowserLook<Value>): probe is PageLook {
  return ['browser.see', 'browser.seeAny', 'browser.notSee', 'browser.at'].includes(probe.verb);
}

interface Question {
  readonly locator: Locator<Value>;
  readonly read: ElementReading;
}

const restless: Unreadable = { failed: 'not-answering', detail: 'the page was replaced again and again' };
const notAnswering: Unreadable = {
  failed: 'not-answering',
  detail: `the page did not answer within ${String(readAtMostMs / 1000)} s`,
};

/** One reading of the page as it stands, without waiting for anything to become true. */
export async function look(actor: ActorPage, probe: PageLook): Promise<ValueMap> {
  await actor.end.race(actor.tabs.ready());
  if (!actor.hasDocument) return await noPage(actor);
  const { page } = actor;
  const over = new AbortController();
  try {
    return await actor.end.race(readInTime(actor, read(actor, probe, over.signal)));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (isUnusable(error)) throw new UnusableLocator(plain(error.message));
    if (!isGone(error) || !(await onlyTabClosed(actor, page))) throw error;
  } finally {
    over.abort();
  }
  // The tab closed itself under our eyes: the one before is what people see now.
  return await look(actor, probe);
}

/** A document that is being replaced can't be read; the next one can, soon, unless it is replaced in turn. */
async function readInTime(actor: ActorPage, reading: Promise<ValueMap>): Promise<ValueMap> {
  const before = actor.document.replacements;
  const soon = await within(reading, replacedAtMostMs, actor.clock);
  if (soon !== undefined) return soon;
  if (actor.document.replacements !== before) return restless;
  return (await within(reading, readAtMostMs - replacedAtMostMs, actor.clock)) ?? notAnswering;
}

async function read(actor: ActorPage, probe: PageLook, signal: AbortSignal): Promise<ValueMap> {
  switch (probe.verb) {
    case 'browser.see':
      return (await readDocument(actor, [probe], signal))[0] ?? notAnswering;
    case 'browser.seeAny':
      return { any: await readAny(actor, probe.any, signal) };
    case 'browser.notSee': {
      const [seen = notAnswering] = await readDocument(actor, [{ locator: probe.locator, read: nothing }], signal);
      return isReading(seen) ? { count: seen.count, texts: seen.texts } : seen;
    }
    case 'browser.at': {
      const { href, title } = await readAddress(actor.page, signal);
      const own = new URL(actor.appUrl).origin;
      return { path: href.startsWith(`${own}/`) ? href.slice(own.length) : href, title };
    }
  }
}

/** All alternatives of one document at one moment; those in different frames are different documents, read one after the other. */
async function readAny(
  actor: ActorPage,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<readonly (Reading | Unreadable)[]> {
  const answers = new Map<Question, Reading | Unreadable>();
  for (const frame of new Set(questions.map(frameKey))) {
    const asked = questions.filter((question) => frameKey(question) === frame);
    const read = await readDocument(actor, asked, signal);
    for (const [index, question] of asked.entries()) answers.set(question, read[index] ?? notAnswering);
  }
  return questions.map((question) => answers.get(question) ?? notAnswering);
}

/** The same text for the same frame. */
function frameKey({ locator: { frame } }: Question): string {
  return frame === undefined ? '' : stringifyJson(frame as unknown as Value);
}

/** All questions are of the same document. */
async function readDocument(
  { page }: ActorPage,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<readonly (Reading | Unreadable)[]> {
  const frame = questions[0]?.locator.frame;
  const missing = frame === undefined ? undefined : missingFrame(await locate(page, frame).count());
  if (missing !== undefined) return questions.map(() => missing);
  const place = { page, frame: questions[0] && frameOf(page, questions[0].locator) };
  const asked = questions.map(({ locator, read }) => ({ found: locateInside(page, locator), reading: read }));
  try {
    const seen = await readElements(place, asked, signal);
    if (seen !== 'failed-document') return seen;
    return questions.map(() => ({ failed: 'no-frame', detail: 'the frame’s page could not be loaded' }));
  } catch (error) {
    if (!(error instanceof Error) || !/iframe.* was expected/iu.test(error.message)) throw error;
    return questions.map(() => ({ failed: 'no-frame', detail: 'what was found is no frame' }));
  }
}

function missingFrame(count: number): Unreadable | undefined {
  if (count === 1) return undefined;
  const detail = count === 0 ? 'the frame is not on the page' : `${String(count)} frames like this are on the page`;
  return { failed: 'no-frame', detail };
}

function isReading(seen: Reading | Unreadable): seen is Reading {
  return !('failed' in seen);
}

async function noPage(actor: ActorPage): Promise<Unreadable> {
  await actor.confirmLife();
  return {
    failed: 'no-page',
    detail: actor.document.shown === 'failure' ? 'the page could not be loaded' : 'no page was opened',
  };
}
