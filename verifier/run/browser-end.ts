import type { CriterionJudgement } from '../judge/index.ts';

/** The end of a browser that nobody had told to: the criteria that had pages in it. One of these may have brought it about; which is not known. */
export type BrowserEnd = ReadonlySet<string>;

const namedAtMost = 3;

/** As a step says it that could not be taken. */
const itEnded = 'the browser ended';

/** For a criterion that used the browser: whose pages were open, and that this is not the end of the run. */
export function tellBrowserEnd(end: BrowserEnd, own: string): string {
  const others = [...end].filter((name) => name !== own);
  const whose = [...(end.has(own) ? ['this criterion'] : []), ...(others.length === 0 ? [] : [list(others)])];
  return `${itEnded}${during(whose)}; the next criterion that needs one gets another`;
}

/** How many browsers came after those that ended, and whether the last try to start one failed. */
export interface Relaunches {
  readonly count: number;
  readonly isFailing: boolean;
}

/** For the whole run: how often it happened and under which criteria, and what came after. Nothing when it did not happen. */
export function remarkOnBrowserEnds(ends: readonly BrowserEnd[], relaunches: Relaunches): string | undefined {
  if (ends.length === 0) return undefined;
  const names = [...new Set(ends.flatMap((end) => [...end]))];
  const whose = names.length === 0 ? [] : [list(names)];
  return `${itEnded} ${times(ends.length)}${during(whose)}, and ${after(relaunches)}`;
}

/** What fails without a browser fails for that reason, whatever it looks like. */
export function withBrowserEnd(judged: CriterionJudgement, ended: string | undefined): CriterionJudgement {
  if (ended === undefined || judged.judgement !== 'unverified' || judged.cause !== 'environment') return judged;
  if (judged.why.includes(ended)) return judged;
  // What a step says of it is said in more words.
  const isSaid = judged.why.endsWith(itEnded) && ended.startsWith(itEnded);
  const before = isSaid ? judged.why.slice(0, -itEnded.length) : `${judged.why}; `;
  return { ...judged, why: before + ended };
}

function after({ count, isFailing }: Relaunches): string {
  const again = count === 0 ? [] : [`was launched again ${times(count)}`];
  const failure = isFailing ? ['could not be launched again'] : [];
  const told = [...again, ...failure].join(', then ');
  return told === '' ? 'nothing needed one after that' : told;
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
  return ['never', 'once', 'twice'][count] ?? `${String(count)} times`;
}
