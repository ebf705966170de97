import type { EvidenceRef } from '../../../reports/index.ts';
import type { EvidenceSink } from '../../evidence/sink.ts';
import type { ActorPage } from './actor-page.ts';
import type { ActorRecords } from './actor-records.ts';
import { within } from './bounded.ts';
import type { NetworkCall } from './network-call.ts';

const pictureAtMostMs = 5_000;
const outlineAtMostMs = 3_000;
const bodiesAtMostMs = 1_000;
const outlineLimit = 64 * 1024;

/** The network calls and console entries of all actors, as evidence. Nothing is written for what is empty. */
export async function keepRecords(
  sink: EvidenceSink,
  records: ReadonlyMap<string, ActorRecords>,
): Promise<readonly EvidenceRef[]> {
  const kept: Promise<EvidenceRef>[] = [];
  for (const [actor, { network, bodies, console: said }] of records) {
    await bodies.settle(bodiesAtMostMs);
    if (network.calls.length > 0) {
      const calls = network.calls.toSorted((a, b) => a.startedMs - b.startedMs).map(publicCall);
      kept.push(
        sink.keep(
          json('network', `network calls of ${actor}`, { content: { actor, calls }, dropped: network.dropped }),
        ),
      );
    }
    if (said.entries.length > 0) {
      kept.push(
        sink.keep(
          json('console', `console of ${actor}`, { content: { actor, entries: said.entries }, dropped: said.dropped }),
        ),
      );
    }
  }
  return await Promise.all(kept);
}

function json(
  kind: 'network' | 'console',
  title: string,
  { content, dropped }: { readonly content: object; readonly dropped: number },
): Parameters<EvidenceSink['keep']>[0] {
  const truncated = dropped === 0 ? {} : { truncated: `${String(dropped)} more were not kept` };
  return { kind, title, mediaType: 'application/json', content: JSON.stringify(content, undefined, 1), ...truncated };
}

/** Whole milliseconds are enough. */
function publicCall({ durationMs, ...call }: NetworkCall): object {
  return {
    ...call,
    startedMs: Math.round(call.startedMs),
    ...(durationMs === undefined ? { unfinished: true } : { durationMs: Math.round(durationMs) }),
  };
}

/**
 * The viewport as it stands; `undefined` when there is no page, or it does not answer in time.
 * Taken by the protocol itself: Playwright would wait for fonts, which a stranger's host can hold back for ever.
 */
export async function keepPicture(
  sink: EvidenceSink,
  actor: ActorPage,
  title: string,
): Promise<EvidenceRef | undefined> {
  if (actor.document.shown === 'nothing') return undefined;
  const capturing = actor.cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  const picture = await answered(actor, capturing, pictureAtMostMs);
  if (picture === undefined) return undefined;
  return await sink.keep({
    kind: 'screenshot',
    title,
    mediaType: 'image/png',
    content: Buffer.from(picture.data, 'base64'),
  });
}

/** What the page offers, as an outline of roles, names and states; `undefined` when there is no page, or it does not answer in time. */
export async function keepOutline(
  sink: EvidenceSink,
  actor: ActorPage,
  title: string,
): Promise<EvidenceRef | undefined> {
  if (actor.document.shown === 'nothing') return undefined;
  const outlining = actor.page.locator('body').ariaSnapshot({ timeout: outlineAtMostMs });
  const outline = await answered(actor, outlining, outlineAtMostMs);
  if (outline === undefined) return undefined;
  const text = `# ${actor.page.url()}\n${outline.replace(/\p{Co}+ ?/gu, '')}`;
  const cut = `${String(text.length)} characters, of which ${String(outlineLimit)} are kept`;
  const truncated = text.length <= outlineLimit ? {} : { truncated: cut };
  return await sink.keep({
    kind: 'page',
    title,
    mediaType: 'text/yaml',
    content: text.slice(0, outlineLimit),
    ...truncated,
  });
}

/** Evidence is taken where something has gone wrong already: a page that is dead or busy has none to give, which is no further error. */
async function answered<T>(actor: ActorPage, work: Promise<T>, ms: number): Promise<T | undefined> {
  return await within(actor.end.race(work), ms, actor.clock).catch(() => undefined);
}
