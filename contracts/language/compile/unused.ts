import { quote } from '../wording.ts';
import type { Problems } from '../yaml/problems.ts';
import type { CompiledCriterion } from './criterion.ts';
import type { Names } from './names.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Warns of named steps that no criterion uses. */
export function warnOfUnusedSteps(vocabulary: Vocabulary, problems: Problems): void {
  for (const { key, keySpan } of vocabulary.unused()) {
    problems.warning({ code: 'unused-step', message: `the step ${quote(key)} is never used`, span: keySpan });
  }
}

/** Warns of values that nothing refers to; one that a named step saves is used when any criterion uses it. */
export function warnOfUnusedNames(
  contractNames: Names,
  criteria: readonly CompiledCriterion[],
  problems: Problems,
): void {
  const unused = new Map<
    string,
    { name: string; at: { file: string; line: number; column: number }; used: boolean; what: string }
  >();
  for (const names of [contractNames, ...criteria.map((criterion) => criterion.names)]) {
    for (const [name, { kind, at, used }] of names.own()) {
      if (at === undefined) continue;
      const key = `${String(at.line)}:${String(at.column)}`;
      const known = unused.get(key) ?? { name, at, used: false, what: kind === 'save' ? 'saved' : 'made' };
      known.used ||= used;
      unused.set(key, known);
    }
  }
  for (const { name, at, used, what } of unused.values()) {
    if (used) continue;
    problems.warning({
      code: 'unused-name',
      message: `${quote(name)} is ${what} and never used`,
      span: { at, endColumn: at.column + name.length },
    });
  }
}
