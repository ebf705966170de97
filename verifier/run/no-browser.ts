import type { BrowserEngine, CriterionBrowser } from '../probes/browser/index.ts';

/** What a criterion asks of the browser of a run. */
export interface Engine extends Pick<BrowserEngine, 'control'> {
  openCriterion(options: Parameters<BrowserEngine['openCriterion']>[0]): Browsers;
  /** Asked when the criterion is over: what is to be said when the browser ended under it, and nobody had told it to. */
  ended(): Promise<string | undefined>;
}

/** What a criterion asks of its actors' browsers. */
export type Browsers = Pick<CriterionBrowser, keyof CriterionBrowser>;

/** For a criterion that needs no browser: nothing is opened, and nothing is seen. */
export const noBrowser = absentBrowser('no browser was opened, as no step was known that needs one', { up: true });

/** For a criterion that gets no browser, and why. */
export function absentBrowser(why: string, state: Awaited<ReturnType<Engine['control']>>): Engine & AsyncDisposable {
  return {
    control: () => Promise.resolve(state),
    openCriterion: () => nothingToSee(why),
    ended: () => Promise.resolve(state.up ? undefined : state.why),
    [Symbol.asyncDispose]: soon,
  };
}

function nothingToSee(why: string): Browsers {
  return {
    actors: [],
    perform: () => Promise.resolve({ kind: 'errored', cause: 'environment', why, evidence: [] }),
    setLatency: (ms) => (ms === 0 ? soon() : Promise.reject(new Error(why))),
    markWhen: nothing,
    clearFaults: nothing,
    settle: soon,
    settleAll: soon,
    finishWrites: none,
    reload: () => Promise.resolve(undefined),
    unmetFaults: () => [],
    unmetDialogs: () => [],
    faultEnds: () => new Map(),
    serverErrors: () => [],
    scriptErrors: () => [],
    droppedErrors: () => 0,
    screenshot: () => Promise.resolve(undefined),
    outline: () => Promise.resolve(undefined),
    flushRecord: none,
    [Symbol.asyncDispose]: soon,
  };
}

function nothing(): void {
  // There is no page.
}

function soon(): Promise<void> {
  return Promise.resolve();
}

function none(): Promise<readonly never[]> {
  return Promise.resolve([]);
}
