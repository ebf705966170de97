import { readFile, stat } from 'node:fs/promises';
import type { BrowserContext, Download } from '@playwright/test';
import type { ValueMap } from '../../../contracts/language/index.ts';
import type { Clock } from '../../clock.ts';
import { within } from './bounded.ts';

/** A file longer than this is told by its length alone. */
const textLimitBytes = 1024 * 1024;
/** The texts of all downloads of one actor together. */
const totalLimitBytes = 8 * 1024 * 1024;

interface KeptDownload {
  readonly startedMs: number;
  readonly observed: ValueMap;
}

/** The files that one actor's pages handed out, over all contexts, in the order in which they were whole. What was broken off is none. */
export class Downloads {
  readonly #clock: Clock;
  readonly #kept: KeptDownload[] = [];
  readonly #coming = new Set<Promise<void>>();
  #totalBytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  listen(context: BrowserContext): void {
    context.on('download', (download) => {
      // A browser that is closed meanwhile takes its files with it.
      const coming = this.#keep(download, this.#clock.monotonicMs()).catch(() => undefined);
      this.#coming.add(coming);
      void coming.finally(() => this.#coming.delete(coming));
    });
  }

  /** Waits for those that are coming, at most `ms`; says whether all came to their end. */
  async arrive(ms: number): Promise<boolean> {
    if (this.#coming.size > 0) await within(Promise.all(this.#coming), ms, this.#clock);
    return this.#coming.size === 0;
  }

  /** `{ name, bytes, text? }` of those that began at or after this moment (monotonic). */
  since(sinceMs: number): readonly ValueMap[] {
    return this.#kept.filter(({ startedMs }) => startedMs >= sinceMs).map(({ observed }) => observed);
  }

  async #keep(download: Download, startedMs: number): Promise<void> {
    try {
      // Waits until it is whole; rejects when it is broken off.
      const path = await download.path();
      const { size } = await stat(path);
      this.#kept.push({
        startedMs,
        observed: { name: download.suggestedFilename(), bytes: size, ...(await this.#textOf(path, size)) },
      });
    } finally {
      await download.delete();
    }
  }

  async #textOf(path: string, bytes: number): Promise<ValueMap> {
    if (bytes > textLimitBytes)
      return { note: `not read: ${String(bytes)} bytes, of which a text may have ${String(textLimitBytes)}` };
    if (this.#totalBytes + bytes > totalLimitBytes)
      return { note: `not read: the texts of all downloads exceed ${String(totalLimitBytes)} bytes` };
    const content = await readFile(path);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
      this.#totalBytes += bytes;
      return { text };
    } catch {
      return {};
    }
  }
}
