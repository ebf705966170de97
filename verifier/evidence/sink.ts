import type { EvidenceRef } from '../../reports/index.ts';

/** The kind of a piece of evidence, as the report names it. */
export type EvidenceKind = EvidenceRef['kind'];

/** What is to be kept. */
export interface EvidenceContent {
  readonly kind: EvidenceKind;
  readonly title: string;
  readonly mediaType: string;
  /** Text is redacted and written as UTF-8; bytes are written as they are. */
  readonly content: string | Uint8Array;
  readonly truncated?: string;
}

/** The one way by which anything observed reaches the disk. */
export interface EvidenceSink {
  /** Stores the content once, under its hash. Rejects when the disk refuses. */
  keep(content: EvidenceContent): Promise<EvidenceRef>;
}
