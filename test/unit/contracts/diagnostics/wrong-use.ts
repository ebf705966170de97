import assert from 'node:assert/strict';
import { diagnose, marked, sources } from '../sources.ts';
import { contractWith, system } from '../written-step.ts';

/** A wrong use: where it is written, the step with ⟦the place⟧, the code, the message and the hint. */
export type WrongUse = readonly [
  section: 'given' | 'when' | 'then',
  step: string,
  code: string,
  message: string,
  hint?: string,
];

/** Each wrong use brings exactly one diagnostic, at its place. */
export function itRefuses(uses: readonly WrongUse[]): void {
  for (const [section, step, code, message, hint] of uses) {
    it(`name and place what is wrong with ${step} in ${section}`, () => {
      const { text, line, column } = marked(contractWith(section, step));
      const found = diagnose(sources(text, system)).map((one) => [
        one.code,
        one.message,
        one.hint,
        one.at.line,
        one.at.column,
      ]);
      assert.deepEqual(found, [[code, message, hint, line, column]]);
    });
  }
}
