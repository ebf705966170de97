import { createHash } from 'node:crypto';
import type { EvidenceContent, EvidenceSink } from '../../../verifier/evidence/index.ts';

export interface MemorySink extends EvidenceSink {
  readonly kept: readonly EvidenceContent[];
  /** The last JSON that was kept. */
  lastJson(): unknown;
}

/** Keeps evidence where a test can read it. */
export function memorySink(): MemorySink {
  const kept: EvidenceContent[] = [];
  return {
    kept,
    lastJson: () => JSON.parse(String(kept.at(-1)?.content)) as unknown,
    keep: ({ content, ...facts }) => {
      kept.push({ content, ...facts });
      const sha256 = createHash('sha256').update(content).digest('hex');
      return Promise.resolve({ ...facts, path: `evidence/${sha256}`, sha256, bytes: Buffer.byteLength(content) });
    },
  };
}

/** A disk that is full. */
export const BROKEN_SINK: EvidenceSink = {
  keep: () => Promise.reject(new Error('no space left on device')),
};
