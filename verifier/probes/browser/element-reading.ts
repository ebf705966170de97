import type { Locator as PageLocator } from '@playwright/test';
import { normaliseText, type ElementReading, type Value, type ValueMap } from '../../../contracts/language/index.ts';
import type { RawElement, RawReading } from './element-script.ts';
import { onlyNumber } from './only-number.ts';
import { readFound, type ReadingPlace } from './page-reader.ts';

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

/** What to find, as said from inside the document, and what to read of it. */
export interface ElementQuestion {
  readonly found: PageLocator;
  readonly reading: ElementReading;
}

/**
 * Reads everything that is asked for, of one document in one round trip and without waiting; answers in the order of the questions.
 * Goes on through new documents, until the signal. `failed-document` when what the frame shows is the browser's own page about one that
 * could not be loaded. Rejects as Playwright does.
 */
export async function readElements(
  place: ReadingPlace,
  questions: readonly ElementQuestion[],
  signal: AbortSignal,
): Promise<readonly Reading[] | 'failed-document'> {
  const findings = questions.map(({ found, reading }) => ({ found, wanted: { ...reading, elementLimit, textLimit } }));
  const { href, readings } = await readFound(place, findings, signal);
  if (href.startsWith('chrome-error:')) return 'failed-document';
  return readings.map((raw, index) => answerTo(raw, questions[index]?.reading));
}

function answerTo(raw: RawReading, reading: ElementReading = { properties: [], attributes: [], styles: [] }): Reading {
  const texts = raw.elements.map(({ text }) => normaliseText(text));
  const elements = raw.elements.map((element, index) => askedFor(element, texts[index] ?? '', reading));
  return { count: raw.count, elements, texts };
}

function askedFor(raw: RawElement, text: string, reading: ElementReading): ValueMap {
  const all: Readonly<Record<string, Value>> = { ...raw, text, number: onlyNumber(text) };
  return Object.fromEntries(reading.properties.map((property) => [property, all[property] ?? null]));
}
