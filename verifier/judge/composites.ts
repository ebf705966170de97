import { entryOf, isList, isMap, type Matcher, type Value } from '../../contracts/language/index.ts';
import type { Mismatch } from '../../reports/index.ts';
import { holds } from './matchers.ts';
import { cutOfAnswer, liesInBody, type Cut } from './wholeness.ts';

/** What of the steps of a `together` the judge needs to know. */
export interface InnerStep {
  readonly probe: { readonly verb: string };
  readonly expectation: Matcher<Value>;
}

/** How one step's failure is told: the judge's own rule for requests and statements. */
export type TellFailure = (step: InnerStep, value: Value) => readonly Mismatch[];

/** What failed among the answers of steps that were taken together, each by the rules of its own verb. */
export function failuresTogether(steps: readonly InnerStep[], value: Value, tellFailure: TellFailure): Mismatch[] {
  return answersOf(value).flatMap((answer, index) => {
    const step = steps[index];
    if (step === undefined) return [];
    return tellFailure(step, answer).map((one) => ({ ...one, path: `/answers/${String(index)}${one.path}` }));
  });
}

/** The first answer of several that was cut: then nothing that is demanded of them is proven. */
export function cutTogether(value: Value): Cut | undefined {
  return answersOf(value)
    .map(cutOfAnswer)
    .find((cut) => cut !== undefined);
}

/** Whether the difference lies where an answer of several was cut by us, or tells of all of them together. */
export function liesInCutTogether(path: string, value: Value): boolean {
  const [, index, inside = ''] = /^\/answers\/(\d+)(.*)$/su.exec(path) ?? [];
  if (index === undefined) return true;
  const answer = answersOf(value)[Number(index)];
  return answer !== undefined && cutOfAnswer(answer)?.by === 'us' && liesInBody(inside);
}

function answersOf(value: Value): readonly Value[] {
  const answers = isMap(value) ? entryOf(value, 'answers') : undefined;
  return answers !== undefined && isList(answers) ? answers : [];
}

/** Which of several alternatives were read to their end. */
export type AlternativesAnswer = 'all-read' | 'holds' | 'open';

/**
 * Of alternatives of which some have more elements than were read: `holds` when one that was read to its end does, else `open`;
 * `all-read` when there is nothing to be careful about.
 */
export function judgeAlternatives(expectation: Matcher<Value>, value: Value): AlternativesAnswer {
  const alternatives = isMap(value) ? entryOf(value, 'any') : undefined;
  if (alternatives === undefined || !isList(alternatives) || alternatives.every(isWhole)) return 'all-read';
  // What was not read to its end can meet no expectation: in its place stands something that none accepts.
  const careful = alternatives.map((one) => (isWhole(one) ? one : null));
  return holds(expectation, { any: careful }) ? 'holds' : 'open';
}

function isWhole(reading: Value): boolean {
  if (!isMap(reading)) return true;
  const [count, texts] = [entryOf(reading, 'count'), entryOf(reading, 'texts')];
  return typeof count !== 'number' || texts === undefined || !isList(texts) || count <= texts.length;
}
