import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEvidenceReader, createEvidenceStore } from '../../../verifier/evidence/index.ts';
import type { EvidenceRef } from '../../../reports/index.ts';
import { inRunFolder } from './scratch.ts';

const HASH = 'ab'.padEnd(64, '0');

function ref(path: string, more: Partial<EvidenceRef> = {}): EvidenceRef {
  return { kind: 'log', title: 't', path, sha256: HASH, bytes: 1, mediaType: 'text/plain', ...more };
}

describe('an evidence reader', () => {
  it('gives texts that the store kept', async () => {
    await inRunFolder(async (folder) => {
      const kept = await createEvidenceStore(folder).keep({
        kind: 'log',
        title: 'log',
        mediaType: 'text/plain',
        content: 'línea',
      });
      assert.equal(createEvidenceReader(folder.path, 100)(kept), 'línea');
    });
  });

  it('gives nothing for pictures, for what is too large, and for what is gone', async () => {
    await inRunFolder(async (folder) => {
      const store = createEvidenceStore(folder);
      const read = createEvidenceReader(folder.path, 5);
      const base = { kind: 'log', title: 'log' } as const;
      assert.equal(read(await store.keep({ ...base, mediaType: 'image/png', content: 'png' })), undefined);
      const large = await store.keep({ ...base, mediaType: 'text/plain', content: '123456' });
      assert.equal(read(large), undefined);
      assert.equal(read({ ...large, bytes: 1 }), undefined, 'a report that lies about the size');
      assert.equal(read(ref(`evidence/ab/${HASH}.txt`)), undefined);
    });
  });

  it('never leaves the run’s folder', async () => {
    await inRunFolder(async (folder) => {
      const secret = join(folder.runsPath, 'secret.txt');
      await writeFile(secret, 'outside');
      await mkdir(join(folder.path, 'evidence', 'ab'), { recursive: true });
      await symlink(secret, join(folder.path, 'evidence', 'ab', `${HASH}.txt`));
      const read = createEvidenceReader(folder.path, 1000);
      for (const path of ['../secret.txt', secret, `evidence/ab/${HASH}.txt`, 'evidence/../../secret.txt']) {
        assert.equal(read(ref(path)), undefined, path);
      }
    });
  });
});
