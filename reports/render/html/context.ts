import type { EvidenceRef, VerificationReport } from '../../schema/verification.ts';

/** Gives the text of a piece of evidence, or undefined where there is none to show. */
export type ReadText = (ref: EvidenceRef) => string | undefined;

/** What the parts of one document share. */
export interface Context {
  readonly report: VerificationReport;
  /** The text of a piece of evidence, as long as the document has room for it. */
  readonly textOf: ReadText;
}

/** A document of more than this opens slowly from disk; what does not fit is linked. */
const MOST_INLINED = 3_000_000;
const MOST_OF_A_PIECE = 24_000;

/** A context that reads evidence through `read`, each piece and all of them together up to a bound. */
export function createContext(report: VerificationReport, read: ReadText): Context {
  let room = MOST_INLINED;
  return {
    report,
    textOf: (ref) => {
      if (ref.bytes > MOST_OF_A_PIECE || room < ref.bytes) return undefined;
      const text = read(ref);
      room -= text === undefined ? 0 : ref.bytes;
      return text;
    },
  };
}
