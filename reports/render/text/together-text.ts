import type { Mismatch } from '../../schema/verification.ts';
import { listPartOf, partOf, textPartOf } from './observed.ts';
import { ordinal } from './ordinal.ts';
import { partsOfList } from './parts-of-list.ts';
import { keysOf } from './told-step.ts';
import type { ToldStep } from './told-step.ts';

type Kind = 'request' | 'statement' | 'act';

const VERBS: Readonly<Record<Kind, string>> = { request: 'api.request', statement: 'db.exec', act: 'browser.click' };
const SQLSTATE = /^[0-9A-Z]{5}$/u;

/** What was done, by the shape of its answer. */
function kindOf(answer: unknown): Kind {
  if (partOf(answer, 'outcome') !== undefined) return 'act';
  const isStatement = partOf(answer, 'rowCount') !== undefined || SQLSTATE.test(textPartOf(answer, 'failed') ?? '');
  return isStatement ? 'statement' : 'request';
}

/** The kinds of things that a `together` step did; none where its answers were too long for the report. */
export function kindsTogether({ observed }: Pick<ToldStep, 'observed'>): Kind[] {
  return (listPartOf(observed, 'answers') ?? []).map(kindOf);
}

/** What each of the steps is in words, as far as they can be told apart. */
export function stepsTogether({ words, observed }: ToldStep): string[] | undefined {
  const count = listPartOf(observed, 'answers')?.length ?? 0;
  const said = words.replace(/^together: /u, '');
  const parts = partsOfList(said, ['; '], count);
  return parts?.map((part, index) => (index === count - 1 ? part.replace(/ \(answers [^]*\)$/u, '') : part));
}

/** One of several steps that were taken at once, as if it stood alone. */
export interface AnswerTold {
  /** `the 2nd request` */
  readonly name: string;
  readonly step: ToldStep;
  readonly mismatch: Mismatch;
}

/** Which of the steps of a `together` the mismatch is about; undefined where it is about no one of them. */
export function answerTold(step: ToldStep, mismatch: Mismatch): AnswerTold | undefined {
  const [first, index] = keysOf(mismatch.path);
  if (step.verb !== 'together' || first !== 'answers' || index === undefined) return undefined;
  const place = Number(index);
  const answer = listPartOf(step.observed, 'answers')?.[place];
  const kinds = kindsTogether(step);
  const kind = kinds[place];
  const path = mismatch.path.slice(`/answers/${index}`.length);
  const words = stepsTogether(step)?.[place] ?? '';
  const inner = { verb: VERBS[kind ?? 'request'], words, observed: answer };
  return { name: nameOf(kinds, place), step: inner, mismatch: { ...mismatch, path } };
}

/** `the request` where there is one; else which of them, among those of its kind. */
function nameOf(kinds: readonly Kind[], place: number): string {
  const kind = kinds[place];
  if (kind === undefined) return `the ${ordinal(place + 1)} at once`;
  const alike = kinds.filter((one) => one === kind).length;
  const before = kinds.slice(0, place).filter((one) => one === kind).length;
  return alike === 1 ? `the ${kind}` : `the ${ordinal(before + 1)} ${kind}`;
}
