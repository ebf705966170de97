import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEvidenceStore, EvidenceError } from '../../../verifier/evidence/index.ts';
import { refusalOf, unusableFolder } from '../../../verifier/refusal.ts';
import { inRunFolder } from '../evidence/scratch.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: no`), { code });

describe('an error that ends a run', () => {
  it('is a full disk, told with the file, wherever it was met', () => {
    const met = new EvidenceError('could not keep the log as /a/b', { cause: systemError('ENOSPC') });
    const whileFreeing = Object.assign(new Error('while freeing'), { error: systemError('EIO'), suppressed: met });
    for (const error of [met, whileFreeing, new AggregateError([met])])
      assert.equal(refusalOf(error)?.why, 'the disk is full: could not keep the log as /a/b');
    assert.equal(refusalOf(systemError('EDQUOT'))?.why, 'the disk is full: EDQUOT: no');
  });

  it('is a folder that can’t be used, where evidence was to be kept', async () => {
    await inRunFolder(async (folder) => {
      await writeFile(join(folder.path, 'evidence'), 'a file');
      const piece = { kind: 'log', title: 'x', mediaType: 'text/plain', content: 'x' } as const;
      const error: unknown = await createEvidenceStore(folder)
        .keep(piece)
        .catch((error: unknown) => error);
      assert.match(refusalOf(error)?.why ?? '', /could not keep the log .*evidence/u);
    });
  });

  it('names the folder that could not be made for it', () => {
    const refusal = unusableFolder('/a/live', systemError('ENOSPC'), 'name another');
    assert.equal(refusal.why, 'the disk is full: /a/live can’t be used: ENOSPC: no');
    assert.match(refusal.remedy, /free some space/u);
    assert.equal(unusableFolder('/a/live', systemError('EROFS'), 'name another').remedy, 'name another');
  });

  it('is a defect of ours otherwise', () => {
    for (const error of [new TypeError('x'), systemError('ENOENT'), new EvidenceError('does not fit its schema'), 'x'])
      assert.equal(refusalOf(error), undefined);
  });
});
