import type { BrowserEngine, CriterionBrowser } from '../probes/browser/index.ts';

/** What criteria ask of the browser of a run. */
export interface Engine extends Pick<BrowserEngine, 'control'> {
  openCriterion(options: Parameters<BrowserEngine['openCriterion']>[0]): Browsers;
}

/** What a criterion asks of its actors' browsers. */
export type Browsers = Pick<CriterionBrowser, keyof CriterionBrowser>;

const why = 'no browser was started, as no step was known that needs one';

/** For a run whose criteria need no browser: nothing is opened, and nothing is seen. */
export const noBrowser: Engine = {
  control: () => Promise.resolve({ up: true }),
  openCriterion: () => ({
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
  }),
};

function nothing(): void {
  // There is no page.
}

function soon(): Promise<void> {
  return Promise.resolve();
}

function none(): Promise<readonly never[]> {
  return Promise.resolve([]);
}
