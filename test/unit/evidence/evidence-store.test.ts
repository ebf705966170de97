import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { createEvidenceStore, EvidenceError } from '../../../verifier/evidence/index.ts';
import type { EvidenceContent, RunFolder } from '../../../verifier/evidence/index.ts';
import { inRunFolder } from './scratch.ts';

function piece(content: string | Uint8Array, more: Partial<EvidenceContent> = {}): EvidenceContent {
  return { kind: 'observation', title: 'something', mediaType: 'text/plain', content, ...more };
}

async function filesOf(folder: RunFolder): Promise<string[]> {
  const entries = await readdir(join(folder.path, 'evidence'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('an evidence store', () => {
  it('names a piece by the hash of what lies on the disk', async () => {
    await inRunFolder(async (folder) => {
      const store = createEvidenceStore(folder);
      const content = fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 300 }));
      await fc.assert(
        fc.asyncProperty(content, async (bytes) => {
          const ref = await store.keep(piece(bytes));
          const written = await readFile(join(folder.path, ref.path));
          assert.equal(createHash('sha256').update(written).digest('hex'), ref.sha256);
          assert.equal(ref.path, `evidence/${ref.sha256.slice(0, 2)}/${ref.sha256}.txt`);
          assert.equal(ref.bytes, written.byteLength);
          assert.deepEqual(written, Buffer.from(bytes as string));
        }),
        { numRuns: 60 },
      );
    });
  });

  it('writes the same content once, also when many bring it at once', async () => {
    await inRunFolder(async (folder) => {
      const store = createEvidenceStore(folder);
      const refs = await Promise.all(Array.from({ length: 50 }, () => store.keep(piece('same'))));
      assert.equal(new Set(refs.map(({ path }) => path)).size, 1);
      assert.equal((await filesOf(folder)).length, 1);
      assert.deepEqual(store.usage(), { pieces: 1, bytes: 4 });
    });
  });

  it('counts different contents and their bytes', async () => {
    await inRunFolder(async (folder) => {
      const store = createEvidenceStore(folder);
      await Promise.all(['a', 'bb', 'ü', 'a'].map((content) => store.keep(piece(content))));
      assert.deepEqual(store.usage(), { pieces: 3, bytes: 5 });
    });
  });

  it('keeps what each piece is called, though the content is the same', async () => {
    await inRunFolder(async (folder) => {
      const store = createEvidenceStore(folder);
      const [one, other] = await Promise.all([
        store.keep(piece('x', { kind: 'log', title: 'one' })),
        store.keep(piece('x', { kind: 'rows', title: 'other', truncated: 'at 1 byte' })),
      ]);
      assert.deepEqual([one.kind, one.title, 'truncated' in one], ['log', 'one', false]);
      assert.deepEqual([other.kind, other.title, other.truncated], ['rows', 'other', 'at 1 byte']);
    });
  });

  it('takes secrets out of texts and titles before it hashes them', async () => {
    const redact = (text: string): string => text.replaceAll('s3cret', '•••');
    await inRunFolder(
      async (folder) => {
        const ref = await createEvidenceStore(folder).keep(
          piece('the s3cret', { title: 's3cret', truncated: 's3cret' }),
        );
        assert.equal(await readFile(join(folder.path, ref.path), 'utf8'), 'the •••');
        assert.doesNotMatch(JSON.stringify(ref), /s3cret/u);
      },
      { redact },
    );
  });

  for (const [mediaType, extension] of [
    ['image/png', 'png'],
    ['application/json; charset=utf-8', 'json'],
    ['application/problem+json', 'json'],
    ['text/plain', 'txt'],
    ['text/html', 'txt'],
    ['image/svg+xml', 'txt'],
    ['../../evil', 'bin'],
    ['', 'bin'],
  ] as const) {
    it(`gives ${JSON.stringify(mediaType)} the extension ${extension}, which runs nothing`, async () => {
      await inRunFolder(async (folder) => {
        const { path } = await createEvidenceStore(folder).keep(piece('x', { mediaType }));
        assert.match(path, new RegExp(`^evidence/[0-9a-f]{2}/[0-9a-f]{64}[.]${extension}$`, 'u'));
      });
    });
  }

  it('says what could not be kept and where, leaves nothing behind, and tries again', async () => {
    await inRunFolder(async (folder) => {
      const store = createEvidenceStore(folder);
      const obstacle = join(folder.path, 'evidence');
      await writeFile(obstacle, 'a file where a folder must be');
      await assert.rejects(store.keep(piece('x', { kind: 'screenshot', title: 'The page' })), (error: Error) => {
        assert.ok(error instanceof EvidenceError);
        assert.match(error.message, /could not keep the screenshot “The page” as .*evidence.*: E/u);
        return true;
      });
      assert.deepEqual(store.usage(), { pieces: 0, bytes: 0 });
      await rm(obstacle);
      await store.keep(piece('x'));
      assert.deepEqual(store.usage(), { pieces: 1, bytes: 1 });
    });
  });
});
