import assert from 'node:assert/strict';
import { contractText, diagnose, marked, sources } from '../sources.ts';

/** One defect: where it is marked by ⟦…⟧, and what is said of it. */
export interface DefectCase {
  readonly title: string;
  /** The criterion's keys, and what stands before the criteria. */
  readonly criterion?: string;
  readonly head?: string;
  /** Instead: a whole contract, or a whole system file. */
  readonly contract?: string;
  readonly system?: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly severity?: 'warning';
}

/** Keys of a criterion that has nothing wrong. */
export const fine = `claim: persisted
when: [ { api.request: { as: reader, method: POST, path: /api/x } } ]
then: [ { db.delta: { notes: { inserted: 1 } } } ]`;
export const anyWhen = 'when: [ { api.request: { as: reader, method: POST, path: /api/x } } ]';
export const anyThen = 'then: [ { db.delta: { notes: { inserted: 1 } } } ]';

/** A criterion with this step in `then`. */
export function then(step: string): string {
  return `claim: persisted\n${anyWhen}\nthen:\n  - ${step}\n  - db.delta: { notes: { inserted: 1 } }`;
}

/** A criterion with this step in `when`. */
export function when(step: string): string {
  return `claim: persisted\nwhen:\n  - ${step}\n${anyThen}`;
}

/** Each defect brings exactly one diagnostic, at its place. */
export function itPlaces(cases: readonly DefectCase[]): void {
  for (const { title, criterion, head, contract, system, severity = 'error', ...expected } of cases) {
    it(`name and place ${title}`, () => {
      const { text, ...place } = marked(system ?? contract ?? contractText(criterion ?? '', head));
      const found = diagnose(system === undefined ? sources(text) : sources(contractText(fine), text));
      const plain = found.map(({ code, message, hint, severity: kind, at }) => ({
        code,
        message,
        ...(hint === undefined ? {} : { hint }),
        severity: kind,
        line: at.line,
        column: at.column,
      }));
      assert.deepEqual(plain, [{ ...expected, severity, line: place.line, column: place.column }]);
      if (place.endColumn > place.column) assert.equal(found[0]?.endColumn, place.endColumn);
    });
  }
}
