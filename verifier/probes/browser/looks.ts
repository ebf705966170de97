import type { BrowserLook, ElementReading, Matcher, Value, ValueMap } from '../../../contracts/language/index.ts';
import { isUnusable, plain } from './act-outcome.ts';
import type { PageAct } from './acts.ts';
import type { ActorPage } from './actor-page.ts';
import { within } from './bounded.ts';
import { readElements } from './element-reading.ts';
import { locate } from './locator.ts';
import { reachedNetwork, type NetworkCall } from './network-call.ts';
import { pathOf } from './own-hosts.ts';
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
  readonly failed: 'no-page' | 'not-answering';
  readonly detail: string;
}

export type PageLook = Exclude<BrowserLook<Value>, { readonly verb: 'browser.requests' }>;

const restless: Unreadable = { failed: 'not-answering', detail: 'the page was replaced again and again' };
const notAnswering: Unreadable = {
  failed: 'not-answering',
  detail: `the page did not answer within ${String(readAtMostMs / 1000)} s`,
};

/** Whether the probe reads the page, rather than acts on it. */
export function isLook(probe: PageLook | PageAct): probe is PageLook {
  return probe.verb === 'browser.see' || probe.verb === 'browser.notSee' || probe.verb === 'browser.at';
}

/** One reading of the page as it stands, without waiting for anything to become true. */
export async function look(actor: ActorPage, probe: PageLook): Promise<ValueMap> {
  if (!actor.hasDocument) return noPage(actor);
  const over = new AbortController();
  try {
    return await actor.end.race(readInTime(actor, read(actor, probe, over.signal)));
  } catch (error) {
    if (error instanceof Error && isUnusable(error)) throw new UnusableLocator(plain(error.message));
    throw error;
  } finally {
    over.abort();
  }
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
      return await readElements(locate(actor.page, probe.locator), probe.read, signal);
    case 'browser.notSee': {
      const { count, texts } = await readElements(locate(actor.page, probe.locator), nothing, signal);
      return { count, texts };
    }
    case 'browser.at': {
      const { href, title } = await readAddress(actor.page, signal);
      const own = new URL(actor.appUrl).origin;
      return { path: href.startsWith(`${own}/`) ? href.slice(own.length) : href, title };
    }
  }
}

function noPage(actor: ActorPage): Unreadable {
  return {
    failed: 'no-page',
    detail: actor.document.shown === 'failure' ? 'the page could not be loaded' : 'no page was opened',
  };
}

/** The actor's calls to the system's own hosts since `sinceMs` that reached the network, and are what the probe asks for. */
export function requestsSince(
  calls: readonly NetworkCall[],
  probe: Extract<BrowserLook<Value>, { verb: 'browser.requests' }>,
  options: { readonly sinceMs: number; readonly matches: MatchValue },
): ValueMap {
  const { sinceMs, matches } = options;
  const asked = calls
    .filter((call) => call.own && call.startedMs >= sinceMs && reachedNetwork(call))
    .map(({ method, url, status }) => ({ method, path: pathOf(url), status }))
    .filter((call) => probe.method === undefined || call.method === probe.method)
    .filter((call) => probe.path === undefined || matches(probe.path, call.path))
    .filter((call) => probe.status === undefined || matches(probe.status, call.status));
  return { count: asked.length, calls: asked };
}
