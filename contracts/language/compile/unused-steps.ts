import { quote } from '../wording.ts';
import type { Problems } from '../yaml/problems.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Warns of named steps that no criterion uses. */
export function checkUnusedSteps(vocabulary: Vocabulary, problems: Problems): void {
  for (const { key, keySpan } of vocabulary.unused()) {
    problems.warning({ code: 'unused-step', message: `the step ${quote(key)} is never used`, span: keySpan });
  }
}
