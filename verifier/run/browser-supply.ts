import type { Result } from '../environment/index.ts';
import type { BrowserEngine } from '../probes/browser/index.ts';
import { remarkOnBrowserEnds, tellBrowserEnd, type BrowserEnd } from './browser-end.ts';
import { absentBrowser, type Browsers, type Engine } from './no-browser.ts';

/** What is asked of the process that all criteria share. */
export interface LaunchedBrowser
  extends
    Pick<BrowserEngine, 'version' | 'control' | 'answers' | 'onEnd'>,
    Pick<Engine, 'openCriterion'>,
    AsyncDisposable {}

/** The browser as one criterion has it. Disposing it gives it back; its process is the supply's. */
export interface CriterionEngine extends Engine, AsyncDisposable {}

/** Starts another browser, like the first one. */
export type Launch = () => Promise<Result<LaunchedBrowser, string>>;

/** A machine that starts none three times in a row is not asked again: each time may cost half a minute. */
const failuresAtMost = 3;

/**
 * The browser of a run: one process at a time. One that has ended, or answers no more, is followed by another when the next criterion needs it,
 * so that there are never more launches than criteria. Disposing it ends the process.
 */
export class BrowserSupply implements AsyncDisposable {
  readonly version: string;
  readonly #launch: Launch;
  readonly #ends: BrowserEnd[] = [];
  #current: KeptBrowser;
  #finding: Promise<Result<KeptBrowser, string>> | undefined;
  #launchedAgain = 0;
  #failures = 0;
  #lastFailure = '';
  #isOver = false;

  constructor(first: LaunchedBrowser, launch: Launch) {
    this.version = first.version;
    this.#launch = launch;
    this.#current = this.#keep(first);
  }

  /** The browser, for the criterion of that name: the one that is there, else a new one. Where none starts, one in which nothing can be seen, which says why. */
  async take(criterion: string): Promise<CriterionEngine> {
    // Lanes that miss it at once wait for the same one.
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined;
    });
    const found = await this.#finding;
    return found.ok ? found.value.lend(criterion) : absentBrowser(found.failure, { up: false, why: found.failure });
  }

  /** What a reader of the report should know of it. */
  remarks(): readonly string[] {
    const remark = remarkOnBrowserEnds(this.#ends, {
      count: this.#launchedAgain,
      isFailing: this.#failures > 0,
    });
    return remark === undefined ? [] : [remark];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#finding?.catch(() => undefined);
    await this.#current.close();
  }

  async #find(): Promise<Result<KeptBrowser, string>> {
    if (this.#isOver) return { ok: false, failure: 'the run is over' };
    if (await this.#current.isUp()) return { ok: true, value: this.#current };
    await this.#current.close();
    if (this.#failures < failuresAtMost) {
      const launched = await this.#launch();
      if (launched.ok) {
        this.#failures = 0;
        this.#launchedAgain += 1;
        this.#current = this.#keep(launched.value);
        return { ok: true, value: this.#current };
      }
      this.#failures += 1;
      // It is told in the middle of other words.
      this.#lastFailure = launched.failure.replaceAll(/\s*\n\s*/gu, ' ');
    }
    return { ok: false, failure: `the browser had ended, and could not be launched again: ${this.#lastFailure}` };
  }

  #keep(browser: LaunchedBrowser): KeptBrowser {
    return new KeptBrowser(browser, (end) => {
      this.#ends.push(end);
    });
  }
}

/** One process, and the criteria that have it. */
class KeptBrowser {
  readonly browser: LaunchedBrowser;
  readonly #lent = new Set<LentBrowser>();
  readonly #onEnd: (end: BrowserEnd) => void;
  #end: BrowserEnd | undefined;
  #isDoubted = false;

  constructor(browser: LaunchedBrowser, onEnd: (end: BrowserEnd) => void) {
    this.browser = browser;
    this.#onEnd = onEnd;
    browser.onEnd(() => {
      this.#noteEnd();
    });
  }

  get end(): BrowserEnd | undefined {
    return this.#end;
  }

  /** Asked before a criterion gets it, and when it is over. One that opened no page for the last is asked for a page again. */
  async isUp(): Promise<boolean> {
    if (this.#end !== undefined) return false;
    const isUp = this.#isDoubted ? (await this.browser.control()).up : await this.browser.answers();
    if (isUp) this.#isDoubted = false;
    // It may hang, and then it is ended.
    else this.#noteEnd();
    return isUp;
  }

  lend(criterion: string): CriterionEngine {
    const lent = new LentBrowser(this, criterion, () => this.#lent.delete(lent));
    this.#lent.add(lent);
    return lent;
  }

  async control(): ReturnType<Engine['control']> {
    const state = await this.browser.control();
    this.#isDoubted ||= !state.up;
    return state;
  }

  async close(): Promise<void> {
    await this.browser[Symbol.asyncDispose]();
  }

  #noteEnd(): void {
    if (this.#end !== undefined) return;
    this.#end = new Set([...this.#lent].filter(({ isUsed }) => isUsed).map(({ criterion }) => criterion));
    this.#onEnd(this.#end);
  }
}

class LentBrowser implements CriterionEngine {
  readonly criterion: string;
  readonly #kept: KeptBrowser;
  readonly #giveBack: () => void;
  #opened: Browsers | undefined;

  constructor(kept: KeptBrowser, criterion: string, giveBack: () => void) {
    this.#kept = kept;
    this.criterion = criterion;
    this.#giveBack = giveBack;
  }

  /** Whether an actor was given a page, or was to be. */
  get isUsed(): boolean {
    return this.#opened !== undefined && this.#opened.actors.length > 0;
  }

  openCriterion(options: Parameters<Engine['openCriterion']>[0]): Browsers {
    this.#opened = this.#kept.browser.openCriterion(options);
    return this.#opened;
  }

  /** What was seen without a browser was not spoilt by it. */
  async control(): ReturnType<Engine['control']> {
    return this.isUsed ? await this.#kept.control() : { up: true };
  }

  async ended(): Promise<string | undefined> {
    // Its end is heard of a little later than it is.
    if (!this.isUsed || (await this.#kept.isUp())) return undefined;
    return tellBrowserEnd(this.#kept.end ?? new Set(), this.criterion);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#giveBack();
    return Promise.resolve();
  }
}
