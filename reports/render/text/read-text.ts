import type { EvidenceRef } from '../../schema/verification.ts';

/** Gives the text of a piece of evidence, or undefined where there is none to show. */
export type ReadText = (ref: EvidenceRef) => string | undefined;
