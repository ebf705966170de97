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
      const said = `${mismatch.path} ${mismatch.message}`;
      return inner.includes(said) ? inner.replace(said, () => mismatchText(filled, mismatch, ROOM)) : inner;
    }, text);
  }, sentence);
  return fillReferences(told, values);
}
