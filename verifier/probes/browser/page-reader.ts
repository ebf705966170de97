import { randomBytes } from 'node:crypto';
import type { FrameLocator, Locator as PageLocator, Page } from '@playwright/test';
import { elementFunctions, type RawReading, type Wanted } from './element-script.ts';

/*
 * Pages are read in the world in which Playwright looks for elements: it shares the document with the page and none of its scripts, so no
 * page can change what is read. Playwright evaluates functions in the page's own world only; the one thing of ours that it takes along into
 * its world is a selector engine. So a selector reads: `… >> assay=each-0` notes every element that was found, and `assay=<request>` finds an
 * element that was made for the occasion, is in no document, and holds the answer as text. Both happen in one round trip and one task.
 */

/** The name under which the engine is registered: Playwright knows a name once per process, and this module may be loaded twice in one. */
export const readerName = `assay-${randomBytes(6).toString('hex')}`;

const each = 'each-';

type Request = { readonly elements: readonly Wanted[] } | 'address' | 'place';

/** Where a page is, as the document itself says. */
export interface Address {
  readonly href: string;
  readonly title: string;
}

/** Where elements are looked for: in the page's own document, or in that of a frame. */
export interface ReadingPlace {
  readonly page: Page;
  readonly frame: FrameLocator | undefined;
}

/** What is found, as said from inside the document, and what is to be read of it. */
export interface Finding {
  readonly found: PageLocator;
  readonly wanted: Wanted;
}

/** What was read of one document, in the order that was asked for. */
export interface DocumentReading {
  readonly href: string;
  readonly readings: readonly RawReading[];
}

/** Reads all that the locators find, of one document at one moment, without waiting for it. Goes on through new documents, until the signal. Rejects as Playwright does. */
export async function readFound(
  { page, frame }: ReadingPlace,
  findings: readonly Finding[],
  signal: AbortSignal,
): Promise<DocumentReading> {
  const request = selectorOf({ elements: findings.map(({ wanted }) => wanted) });
  const noted = findings.map(({ found }, index) => found.locator(`${readerName}=${each}${String(index)}`));
  // The answer is found last: by then, all others have been noted.
  const answer = [...noted, page.locator(request)].reduce((before, next) => before.or(next));
  return JSON.parse(await textOf(frame?.locator(answer) ?? answer, signal)) as DocumentReading;
}

/** Reads the page's address and title, like `readFound`. */
export async function readAddress(page: Page, signal: AbortSignal): Promise<Address> {
  return JSON.parse(await textOf(page.locator(selectorOf('address')), signal)) as Address;
}

/** Where an element is in its own document's window, in CSS pixels: its box, and the first of the boxes that make it up. */
export interface ElementPlace {
  readonly box: PlaceBox;
  readonly first: PlaceBox;
}

export interface PlaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the one element is that is found from inside its document. Rejects when there is none, or not one. */
export async function readPlace(
  { page, frame }: ReadingPlace,
  found: PageLocator,
  signal: AbortSignal,
): Promise<ElementPlace> {
  const answer = found.locator(`${readerName}=${each}0`).or(page.locator(selectorOf('place')));
  return JSON.parse(await textOf(frame?.locator(answer) ?? answer, signal)) as ElementPlace;
}

async function textOf(answer: PageLocator, signal: AbortSignal): Promise<string> {
  const text = await answer.textContent({ timeout: 0, signal });
  if (text === null) throw new Error('the page was read, and there was no answer');
  return text;
}

/** Written so that nothing in it means anything in a selector. */
function selectorOf(request: Request): string {
  return `${readerName}=${encodeURIComponent(JSON.stringify(request)).replaceAll("'", '%27')}`;
}

/** The engine's source. Bundlers wrap named functions in a call of `__name`, which a page does not have: it gets one here. */
export function readerSource(): string {
  const definitions = Object.entries(elementFunctions).map(([name, part]) => `const ${name} = ${part.toString()};`);
  return `(() => {
    const __name = (named) => named;
    ${definitions.join('\n')}
    const keepQuiet = ${keepQuiet.toString()};
    const readAddress = () => ({ href: location.href, title: inherited(Document.prototype, 'title', document) });
    const found = [];
    const readDocument = (wanted) => ({ href: location.href, readings: wanted.map((each, index) => readAll(found[index] ?? [], each)) });
    const answer = (request) =>
      request === 'address' ? readAddress() : request === 'place' ? placeOf(found[0][0]) : readDocument(request.elements);
    return {
      queryAll(root, body) {
        if (body.startsWith('${each}')) {
          (found[Number(body.slice(${String(each.length)}))] ??= []).push(root);
          return [];
        }
        keepQuiet();
        const carrier = Document.prototype.createElement.call(document, 'p');
        try {
          carrier.textContent = JSON.stringify(answer(JSON.parse(decodeURIComponent(body))));
        } finally {
          found.length = 0;
        }
        return [carrier];
      },
    };
  })()`;
}

/**
 * Playwright tells the document which elements it is about to use, by events that only its traces need, and that a page could hear.
 * In Playwright's world, where this is called, they are sent no longer.
 */
function keepQuiet(): void {
  const target: { dispatchEvent: (this: EventTarget, event: Event) => boolean } = EventTarget.prototype;
  const { dispatchEvent } = target;
  if (dispatchEvent.name === 'dispatchQuietly') return;
  target.dispatchEvent = function dispatchQuietly(event) {
    return /^__playwright_(?:reset_targets|mark_target)__$/u.test(event.type) || dispatchEvent.call(this, event);
  };
}
