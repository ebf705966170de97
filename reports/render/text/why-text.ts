import type { CriterionReport } from '../../schema/verification.ts';
import { mismatchText } from './mismatch-text.ts';
import { fillReferences } from './references.ts';

/** Longer than this, a value says no more in a sentence. */
const ROOM = 300;

/** A sentence about the criterion, with this run's values for names, and its mismatches as people say them. */
export function tellOf({ steps, values }: Pick<CriterionReport, 'steps' | 'values'>, sentence: string): string {
  const told = steps.reduce((text, step) => {
    if (step.judgement.kind !== 'violated') return text;
    const filled = { ...step, words: fillReferences(step.words, values) };
    return step.judgement.mismatches.reduce((inner, mismatch) => {
      // Where there is no place, the words alone could stand anywhere; the sentence has them behind the step's.
      const [before, place] = mismatch.path === '' ? [': ', ''] : ['', `${mismatch.path} `];
      const said = `${before}${place}${mismatch.message}`;
      return inner.includes(said) ? inner.replace(said, () => before + mismatchText(filled, mismatch, ROOM)) : inner;
    }, text);
  }, sentence);
  return fillReferences(told, values);
}
