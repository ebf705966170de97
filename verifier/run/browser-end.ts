import type { CriterionJudgement } from '../judge/index.ts';

/** The end of a browser that nobody had told to: the criteria that had pages in it. One of these may have brought it about; which is not known. */
export type BrowserEnd = ReadonlySet<string>;

const namedAtMost = 3;

/** For a criterion that used the browser: whose pages were open, and that this is not the end of the run. */
export function tellBrowserEnd(end: BrowserEnd, own: string): string {
  const others = [...end].filter((name) => name !== own);
  const whose = [...(end.has(own) ? ['this criterion'] : []), ...(others.length === 0 ? [] : [list(others)])];
  return `the browser ended${during(whose)}; it is launched again for the next criterion that needs it`;
}

/** For the whole run: how often it happened and under which criteria, and how many browsers came after. Nothing when it did not happen. */
export function remarkOnBrowserEnds(ends: readonly BrowserEnd[], launchedAgain: number): string | undefined {
  if (ends.length === 0) return undefined;
  const names = [...new Set(ends.flatMap((end) => [...end]))];
  const again = launchedAgain === 0 ? 'was not launched again' : `was launched again ${times(launchedAgain)}`;
  return `the browser ended ${times(ends.length)}${during(names.length === 0 ? [] : [list(names)])}, and ${again}`;
}

/** What fails without a browser fails for that reason, whatever it looks like. */
export function withBrowserEnd(judged: CriterionJudgement, ended: string | undefined): CriterionJudgement {
  if (ended === undefined || judged.judgement !== 'unverified' || judged.cause !== 'environment') return judged;
  return judged.why.includes(ended) ? judged : { ...judged, why: `${judged.why}; ${ended}` };
}

function during(whose: readonly string[]): string {
  return whose.length === 0 ? '' : ` while pages of ${whose.join(' and of ')} were open`;
}

function list(names: readonly string[]): string {
  const more = names.length - namedAtMost;
  const named = names.slice(0, namedAtMost).map((name) => `“${name}”`);
  return more > 0 ? `${named.join(', ')} and ${String(more)} more` : named.join(', ');
}

function times(count: number): string {
  return count === 1 ? 'once' : `${String(count)} times`;
}
