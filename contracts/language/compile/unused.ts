import type { Position } from '../position.ts';
import { quote } from '../wording.ts';
import type { Problems } from '../yaml/problems.ts';
import type { CompiledCriterion } from './criterion.ts';
import type { Names } from './names.ts';
import type { Vocabulary } from './vocabulary.ts';

const hint = 'use it, or remove it';

/** Says which of the contract's named steps no criterion uses. */
export function reportUnusedSteps(vocabulary: Vocabulary, problems: Problems): void {
  for (const { key, keySpan } of vocabulary.unused()) {
    problems.error({ code: 'unused-step', message: `the step ${quote(key)} is never used`, span: keySpan, hint });
  }
}

interface Name {
  readonly name: string;
  readonly at: Position;
  used: boolean;
  readonly what: string;
}

/**
 * Says which values nothing refers to; one that a named step saves, or that rows give, is used when any criterion uses it. `files` are
 * the contract's own: what a vocabulary saves can be for other contracts.
 */
export function reportUnusedNames(
  { contract, files }: { readonly contract: Names; readonly files: readonly string[] },
  criteria: readonly CompiledCriterion[],
  problems: Problems,
): void {
  const found = new Map<string, Name>();
  for (const names of [contract, ...criteria.flatMap((criterion) => criterion.names)]) {
    for (const [name, { kind, at, used }] of names.own()) {
      if (at === undefined || !files.includes(at.file)) continue;
      const key = `${at.file}:${String(at.line)}:${String(at.column)}`;
      const known = found.get(key) ?? { name, at, used: false, what: kind === 'save' ? 'saved' : 'made' };
      known.used ||= used;
      found.set(key, known);
    }
  }
  for (const { name, at, used, what } of found.values()) {
    if (used) continue;
    problems.error({
      code: 'unused-name',
      message: `${quote(name)} is ${what} and never used`,
      span: { at, endColumn: at.column + name.length },
      hint,
    });
  }
}
