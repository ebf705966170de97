import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceRef } from '../../reports/index.ts';
import { isText } from './media-type.ts';

/** Gives the text of a piece of evidence, or undefined where there is none to show. */
export type ReadEvidence = (ref: EvidenceRef) => string | undefined;

/** The only paths that a store makes; anything else in a report was put there by somebody else. */
const STORED = /^evidence\/[0-9a-f]{2}\/[0-9a-f]{64}\.[a-z0-9]{1,6}$/;

/**
 * Reads evidence of one run's folder, for renderers. Undefined for pictures and other binary content, for pieces above
 * `maxBytes`, for files that are gone, and for paths that no store makes. Never throws; synchronous, since renderers are.
 */
export function createEvidenceReader(folderPath: string, maxBytes: number): ReadEvidence {
  return (ref) => {
    if (!STORED.test(ref.path) || !isText(ref.mediaType) || ref.bytes > maxBytes) return undefined;
    const path = join(folderPath, ref.path);
    try {
      const entry = lstatSync(path);
      return entry.isFile() && entry.size <= maxBytes ? readFileSync(path, 'utf8') : undefined;
    } catch {
      return undefined;
    }
  };
}
