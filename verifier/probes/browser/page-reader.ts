import { randomBytes } from 'node:crypto';
import type { Locator as PageLocator, Page } from '@playwright/test';
import { elementFunctions, type RawReading, type Wanted } from './element-script.ts';

/*
 * Pages are read in the world in which Playwright looks for elements: it shares the document with the page and none of its scripts, so no
 * page can change what is read. Playwright evaluates functions in the page's own world only; the one thing of ours that it takes along into
 * its world is a selector engine. So a selector reads: `… >> assay=each` notes every element that was found, and `assay=<request>` finds an
 * element that was made for the occasion, is in no document, and holds the answer as text. Both happen in one round trip and one task.
 */

/** The name under which the engine is registered: Playwright knows a name once per process, and this module may be loaded twice in one. */
export const readerName = `assay-${randomBytes(6).toString('hex')}`;

const each = 'each';

type Request = { readonly elements: Wanted } | 'address';

/** Where a page is, as the document itself says. */
export interface Address {
  readonly href: string;
  readonly title: string;
}

/** Reads all that the locator finds, without waiting for it. Goes on through new documents, until the signal. Rejects as Playwright does. */
export async function readFound(found: PageLocator, wanted: Wanted, signal: AbortSignal): Promise<RawReading> {
  const noted = found.locator(`${readerName}=${each}`);
  const answer = noted.or(found.page().locator(selectorOf({ elements: wanted })));
  return JSON.parse(await textOf(answer, signal)) as RawReading;
}

/** Reads the page's address and title, like `readFound`. */
export async function readAddress(page: Page, signal: AbortSignal): Promise<Address> {
  return JSON.parse(await textOf(page.locator(selectorOf('address')), signal)) as Address;
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
    const answer = (request) => request === 'address' ? readAddress() : readAll(found, request.elements);
    return {
      queryAll(root, body) {
        if (body === '${each}') {
          found.push(root);
          return [];
        }
        keepQuiet();
        const carrier = Document.prototype.createElement.call(document, 'p');
        carrier.textContent = JSON.stringify(answer(JSON.parse(decodeURIComponent(body))));
        found.length = 0;
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
