import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { systemClock } from '../../../cli/system-clock.ts';
import type {
  BrowserAct,
  BrowserLook,
  ElementReading,
  Locator,
  Place,
  TextMatch,
  Value,
} from '../../../contracts/language/index.ts';
import type { EvidenceRef } from '../../../reports/index.ts';
import { createEvidenceStore, createRunFolder, type EvidenceStore } from '../../../verifier/evidence/index.ts';
import { holds } from '../../../verifier/judge/index.ts';
import {
  bundledExecutablePaths,
  launchBrowser,
  type BrowserEngine,
  type BrowserSessionState,
  type CriterionBrowser,
  type LaunchOptions,
} from '../../../verifier/probes/browser/index.ts';
import type { Observation } from '../../../verifier/probes/observation.ts';
import { FixtureSite } from './fixture-site.ts';

export type Probe = BrowserAct<Value> | BrowserLook<Value>;

/** The browser that this machine has. */
export async function executable(): Promise<string> {
  // Imported here: its dependencies can't be required, which is how mocha loads test files.
  const { findBrowser } = await import('../../../verifier/doctor/browser-finder.ts');
  const browser = await findBrowser({ env, playwright: await bundledExecutablePaths() });
  if (!browser.found) throw new Error('these tests need a browser: see `assay doctor`');
  return browser.executablePath;
}

export async function launch(options: Partial<LaunchOptions> = {}): Promise<BrowserEngine> {
  const { signal } = new AbortController();
  const launched = await launchBrowser({ executablePath: await executable(), clock: systemClock, signal, ...options });
  if (!launched.ok) throw new Error(launched.failure);
  return launched.value;
}

/** A criterion's browser on a site of its own, with a real evidence store. */
export class BrowserWorld implements AsyncDisposable {
  readonly site: FixtureSite;
  readonly browser: CriterionBrowser;
  readonly #home: string;
  readonly #runPath: string;

  private constructor(
    site: FixtureSite,
    browser: CriterionBrowser,
    folder: { readonly home: string; readonly path: string },
  ) {
    this.site = site;
    this.browser = browser;
    this.#home = folder.home;
    this.#runPath = folder.path;
  }

  static async open(
    engine: BrowserEngine,
    options: {
      sessions?: Record<string, BrowserSessionState>;
      signal?: AbortSignal;
      places?: Record<string, Place>;
      files?: Record<string, Uint8Array>;
    } = {},
  ): Promise<BrowserWorld> {
    const site = await FixtureSite.open();
    const home = mkdtempSync(join(tmpdir(), 'assay-browser-'));
    const folder = await createRunFolder({ home, runId: 'test', clock: systemClock });
    const sink: EvidenceStore = createEvidenceStore(folder);
    const browser = engine.openCriterion({
      appUrl: site.url,
      clock: systemClock,
      signal: options.signal ?? new AbortController().signal,
      sink,
      sessionOf: (actor) => options.sessions?.[actor],
      placeOf: (actor) => options.places?.[actor] ?? {},
      files: new Map(Object.entries(options.files ?? {})),
      matches: holds,
    });
    return new BrowserWorld(site, browser, { home, path: folder.path });
  }

  /** Performs the probe with the patience that contracts have by default. */
  async perform(probe: Probe, withinMs = 5_000, { id = 'given.1', deadlineMs = 30_000 } = {}): Promise<Observation> {
    return await this.browser.perform(probe, {
      id,
      title: probe.verb,
      withinMs,
      deadlineMs: systemClock.monotonicMs() + deadlineMs,
    });
  }

  /** What was observed; fails when nothing was. */
  async observe(probe: Probe, withinMs?: number): Promise<Value> {
    const observation = await this.perform(probe, withinMs);
    if (observation.kind !== 'observed') throw new Error(`${observation.kind}: ${observation.why}`);
    return observation.value;
  }

  async open(path: string, actor = 'reader'): Promise<Value> {
    return await this.observe({ verb: 'browser.open', actor, path });
  }

  async click(locator: Locator<Value>, actor = 'reader'): Promise<Value> {
    return await this.observe({ verb: 'browser.click', actor, locator, look: false });
  }

  async see(locator: Locator<Value>, read: Partial<ElementReading> = {}, actor = 'reader'): Promise<Value> {
    return await this.observe({
      verb: 'browser.see',
      actor,
      locator,
      read: { properties: [], attributes: [], styles: [], ...read },
    });
  }

  /** The texts of what the locator finds. */
  async texts(locator: Locator<Value>, actor = 'reader'): Promise<unknown> {
    const seen = await this.see(locator, {}, actor);
    return (seen as { texts?: unknown }).texts ?? seen;
  }

  async requests(actor = 'reader'): Promise<Value> {
    return await this.observe({ verb: 'browser.requests', actor });
  }

  /** The content of kept evidence. */
  read(ref: EvidenceRef): Buffer {
    return readFileSync(join(this.#runPath, ref.path));
  }

  /** All that was recorded, of one kind. */
  async recorded(kind: 'network' | 'console'): Promise<string> {
    const refs = await this.browser.flushRecord();
    return refs
      .filter((ref) => ref.kind === kind)
      .map((ref) => this.read(ref).toString())
      .join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser[Symbol.asyncDispose]();
    await this.site[Symbol.asyncDispose]();
    rmSync(this.#home, { recursive: true });
  }
}

export const whole = (text: string): TextMatch<Value> => ({ how: 'whole', text });
export const part = (text: string): TextMatch<Value> => ({ how: 'contains', text });
export const matching = (pattern: string): TextMatch<Value> => ({ how: 'matches', pattern });
export const role = (name: string, text?: TextMatch<Value>): Locator<Value> => ({
  by: text === undefined ? { kind: 'role', role: name } : { kind: 'role', role: name, name: text },
});
export const button = (name: string): Locator<Value> => role('button', whole(name));
export const text = (match: TextMatch<Value>): Locator<Value> => ({ by: { kind: 'text', text: match } });
export const css = (selector: string): Locator<Value> => ({ by: { kind: 'css', selector } });
