import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EvidenceRef } from '../../reports/index.ts';
import { writeAtomically } from './atomic-file.ts';
import { evidenceError } from './evidence-error.ts';
import { extensionOf } from './media-type.ts';
import type { RunFolder } from './run-folder.ts';
import type { EvidenceContent, EvidenceSink } from './sink.ts';

/** How much is kept: different contents, and their bytes on disk. */
export interface EvidenceUsage {
  readonly pieces: number;
  readonly bytes: number;
}

/** The sink of one run, which also knows how much it holds. */
export interface EvidenceStore extends EvidenceSink {
  usage(): EvidenceUsage;
}

/** Always with slashes: the path goes into the report, which is read on other machines. */
function pathOf(sha256: string, mediaType: string): string {
  return `evidence/${sha256.slice(0, 2)}/${sha256}.${extensionOf(mediaType)}`;
}

async function writePiece(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeAtomically(path, bytes);
}

/**
 * Keeps evidence in a run's folder as `evidence/<first two of hash>/<hash>.<extension>`: the name says what the content
 * must be. The same content is written once, however often and from however many workers it comes. Text is redacted
 * before it is hashed. `keep` rejects with `EvidenceError` when the disk refuses, and then keeps nothing of that piece.
 */
export function createEvidenceStore(folder: RunFolder): EvidenceStore {
  const written = new Map<string, Promise<void>>();
  let bytesKept = 0;

  async function writeOnce(path: string, bytes: Uint8Array): Promise<void> {
    const before = written.get(path);
    if (before !== undefined) return before;
    const writing = writePiece(join(folder.path, path), bytes).then(() => {
      bytesKept += bytes.byteLength;
    });
    written.set(path, writing);
    try {
      await writing;
    } catch (error) {
      // A full disk may be emptied: the next one to bring this content tries again.
      written.delete(path);
      throw error;
    }
  }

  async function keep(piece: EvidenceContent): Promise<EvidenceRef> {
    const { content, kind, mediaType, truncated } = piece;
    const bytes = typeof content === 'string' ? Buffer.from(folder.redact(content), 'utf8') : content;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = pathOf(sha256, mediaType);
    const title = folder.redact(piece.title);
    try {
      await writeOnce(path, bytes);
    } catch (error) {
      throw evidenceError(`keep the ${kind} “${title}” as ${join(folder.path, path)}`, error);
    }
    const ref = { kind, title, path, sha256, bytes: bytes.byteLength, mediaType };
    return truncated === undefined ? ref : { ...ref, truncated: folder.redact(truncated) };
  }

  return { keep, usage: () => ({ pieces: written.size, bytes: bytesKept }) };
}
