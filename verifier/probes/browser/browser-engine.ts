import { stripVTControlCharacters } from 'node:util';
import type { Browser, CDPSession } from '@playwright/test';
import { wordsOfError, type Place } from '../../../contracts/language/index.ts';
import type { Result } from '../../environment/environment.ts';
import type { Clock } from '../../clock.ts';
import { within } from './bounded.ts';
import { BlankPages } from './blank-page.ts';
import { CriterionBrowser, type CriterionBrowserOptions } from './criterion-browser.ts';
import type { Identity } from './identity.ts';
import { Interception } from './interception.ts';
import { WorkerTargets } from './worker-targets.ts';
import { resolverArguments } from './name-resolution.ts';
import { launchChromium } from './playwright.ts';
import { servedFiles, type ServedAnswer } from './served-files.ts';

/** What a launch needs to know. */
export interface LaunchOptions {
  /** The browser to start; without it, Playwright's own. */
  readonly executablePath?: string;
  readonly clock: Clock;
  /** Ends the launch, and every wait of the probes. */
  readonly signal: AbortSignal;
  /** With `none`, no host name but this machine's and `ownHosts` resolves, for pages, frames, workers and sockets. `allow` when left out. */
  readonly internet?: 'allow' | 'none';
  /** Names of the system's own hosts, beside this machine's: `staging.example`. */
  readonly ownHosts?: readonly string[];
  /** What calls to just these foreign addresses are answered with; they never reach a network. */
  readonly served?: readonly ServedAnswer[];
  /** Where most actors are; pages for others are made when they are needed. */
  readonly place?: Place;
  /** A folder of the run, for files that pages hand out; they are removed when they have been read. */
  readonly downloadsPath?: string;
}

interface Launched {
  readonly browser: Browser;
  readonly cdp: CDPSession;
  readonly pid: number | undefined;
  readonly identity: Identity;
  readonly interception: Interception;
  readonly workers: WorkerTargets;
}

const launchAtMostMs = 30_000;
const closeAtMostMs = 5_000;
const controlAtMostMs = 10_000;

/** One browser process for a whole run; every criterion gets contexts of its own in it. Disposing it ends the process, by force if need be. */
export class BrowserEngine implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #cdp: CDPSession;
  readonly #pid: number | undefined;
  readonly #clock: Clock;
  readonly #blankPages: BlankPages;
  readonly #identity: Identity;
  readonly #interception: Interception;
  readonly #workers: WorkerTargets;
  #isClosing = false;

  /** Use `launchBrowser`. */
  constructor(
    { browser, cdp, pid, identity, interception, workers }: Launched,
    { clock, place = {} }: Pick<LaunchOptions, 'clock' | 'place'>,
  ) {
    this.#browser = browser;
    this.#cdp = cdp;
    this.#pid = pid;
    this.#clock = clock;
    this.#identity = identity;
    this.#interception = interception;
    this.#workers = workers;
    this.#blankPages = new BlankPages(browser, { identity, place, clock });
    this.#blankPages.prepare();
  }

  /** Such as `150.0.7871.100`. */
  get version(): string {
    return this.#identity.version;
  }

  /** The browser's process, for whoever watches over what is left behind; `undefined` when it did not say. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /** A criterion's own browser: nothing is opened before an actor needs it. */
  openCriterion(
    options: Omit<CriterionBrowserOptions, 'browser' | 'blankPages' | 'interception' | 'workers'>,
  ): CriterionBrowser {
    const parts = {
      browser: this.#browser,
      blankPages: this.#blankPages,
      interception: this.#interception,
      workers: this.#workers,
    };
    return new CriterionBrowser({ ...options, ...parts });
  }

  /** To be called when the process ends, but not when it is ended here. */
  onEnd(ended: () => void): void {
    this.#browser.once('disconnected', () => {
      if (!this.#isClosing) ended();
    });
  }

  /** Whether the process is there and answers: costs next to nothing, and says nothing of pages. */
  async answers(): Promise<boolean> {
    const asked = this.#cdp.send('Browser.getVersion').then(() => true);
    return (await within(asked, controlAtMostMs, this.#clock).catch(() => false)) ?? false;
  }

  /** Whether a blank page opens: tells a browser that is down from a page that is broken. */
  async control(): Promise<{ readonly up: true } | { readonly up: false; readonly why: string }> {
    try {
      const opened = await within(this.#openBlankPage(), controlAtMostMs, this.#clock);
      return opened === undefined
        ? { up: false, why: `a blank page did not open within ${String(controlAtMostMs / 1000)} s` }
        : { up: true };
    } catch (error) {
      return { up: false, why: firstLine(error) };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    const closing = this.#browser.close().then(() => true);
    const closed = await within(closing, closeAtMostMs, this.#clock).catch(() => undefined);
    if (closed !== undefined || this.#pid === undefined) return;
    kill(this.#pid);
    // Its end is waited for, so that nothing of it is left when this returns.
    await within(closing, closeAtMostMs, this.#clock).catch(() => undefined);
  }

  async #openBlankPage(): Promise<true> {
    const context = await this.#browser.newContext();
    try {
      const page = await context.newPage();
      await page.evaluate('1');
      return true;
    } finally {
      await context.close();
    }
  }
}

/**
 * Starts a browser. The failure says what the browser wrote, in one text.
 * It ends with this process, however that ends; signals are left to the caller.
 */
export async function launchBrowser(options: LaunchOptions): Promise<Result<BrowserEngine, string>> {
  if (options.signal.aborted) return { ok: false, failure: 'the run was stopped before the browser was started' };
  try {
    const browser = await launchChromium({
      executablePath: options.executablePath,
      args: options.internet === 'none' ? resolverArguments(options.ownHosts ?? []) : [],
      downloadsPath: options.downloadsPath,
      timeoutMs: launchAtMostMs,
    });
    return await takeOver(browser, options);
  } catch (error) {
    return { ok: false, failure: launchFailure(error) };
  }
}

async function takeOver(browser: Browser, options: LaunchOptions): Promise<Result<BrowserEngine, string>> {
  const { signal, served = [] } = options;
  try {
    const [known, interception, workers] = await Promise.all([
      askIdentity(browser),
      Interception.open(browser),
      WorkerTargets.open(browser),
    ]);
    if (served.length > 0) await interception.add(servedFiles(served));
    if (!signal.aborted)
      return { ok: true, value: new BrowserEngine({ browser, interception, workers, ...known }, options) };
  } catch (error) {
    await browser.close();
    throw error;
  }
  await browser.close();
  return { ok: false, failure: 'the run was stopped while the browser was started' };
}

async function askIdentity(browser: Browser): Promise<Pick<Launched, 'cdp' | 'pid' | 'identity'>> {
  const cdp = await browser.newBrowserCDPSession();
  const [said, { processInfo }] = await Promise.all([
    cdp.send('Browser.getVersion'),
    cdp.send('SystemInfo.getProcessInfo'),
  ]);
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  return {
    cdp,
    pid,
    identity: { userAgent: said.userAgent.replace('HeadlessChrome', 'Chrome'), version: browser.version() },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was gone already.
  }
}

/** Playwright draws a box around its advice, repeats the command line, and tells how it cleans up. */
const NO_HELP =
  /[╔╗╚╝║]|<launch(?:ing|ed)>|<(?:gracefully close|kill|will force kill)|trying to kill process|temporary directories/u;

function launchFailure(error: unknown): string {
  // Playwright paints parts of its messages.
  const text = stripVTControlCharacters(wordsOfError(error));
  const lines = text.split('\n').filter((line) => !NO_HELP.test(line) && line.trim() !== '');
  return lines.slice(0, 12).join('\n').slice(0, 2_000);
}

function firstLine(error: unknown): string {
  return stripVTControlCharacters(wordsOfError(error)).split('\n')[0] ?? '';
}
