import type { Locator as PageLocator } from '@playwright/test';
import { normaliseText, type ElementReading, type Value, type ValueMap } from '../../../contracts/language/index.ts';
import type { RawElement } from './element-script.ts';
import { onlyNumber } from './only-number.ts';
import { readFound } from './page-reader.ts';

/** How many elements are read; all of them are counted. */
const elementLimit = 100;
/** A page that shows more text than this in one element is read this far. */
const textLimit = 200_000;

/** What `browser.see` and `browser.notSee` observe. */
export interface Reading extends ValueMap {
  readonly count: number;
  readonly elements: readonly ValueMap[];
  readonly texts: readonly string[];
}

/**
 * Reads everything that `reading` asks for of what the locator finds, in one round trip and without waiting.
 * Goes on through new documents, until the signal. Rejects as Playwright does.
 */
export async function readElements(found: PageLocator, reading: ElementReading, signal: AbortSignal): Promise<Reading> {
  const raw = await readFound(found, { ...reading, elementLimit, textLimit }, signal);
  const texts = raw.elements.map(({ text }) => normaliseText(text));
  const elements = raw.elements.map((element, index) => askedFor(element, texts[index] ?? '', reading));
  return { count: raw.count, elements, texts };
}

function askedFor(raw: RawElement, text: string, reading: ElementReading): ValueMap {
  const all: Readonly<Record<string, Value>> = { ...raw, text, number: onlyNumber(text) };
  return Object.fromEntries(reading.properties.map((property) => [property, all[property] ?? null]));
}
