import { wordsOfError } from '../../contracts/language/index.ts';

/** Something about the run's folder that is broken: the disk, its rights, or a report that contradicts its own schema. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
}

/** An `EvidenceError` that says what was being done, where, and what the system answered. */
export function evidenceError(doing: string, cause: unknown): EvidenceError {
  const answer = wordsOfError(cause);
  return new EvidenceError(`could not ${doing}: ${answer}`, { cause });
}
