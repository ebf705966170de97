import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadFromWorkingTree } from '../../../cli/working-tree.ts';
import { loadContracts, type LoadedContracts } from '../../../verifier/index.ts';

const fixture = fileURLToPath(new URL('../../fixtures/notes-app', import.meta.url));

describe('finding contracts', () => {
  let root: string;
  const find = (at = 'contracts', isCheckout = true): Promise<LoadedContracts> =>
    loadContracts({ root, at, isCheckout, naming: '--contracts FOLDER' });
  const namesOf = (loaded: LoadedContracts): unknown =>
    loaded.kind === 'compiled' ? [loaded.plan.contracts.map(({ name }) => name), loaded.chosen] : loaded;
  const why = async (at?: string, isCheckout?: boolean): Promise<string> => {
    const loaded = await find(at, isCheckout);
    return loaded.kind === 'missing' ? `${loaded.why} → ${loaded.hint}` : `found: ${JSON.stringify(namesOf(loaded))}`;
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay finding '));
    await cp(fixture, root, { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('takes all of a folder, and says which were chosen of all that the system has', async () => {
    const all = ['notes', 'refusals'];
    assert.deepEqual(namesOf(await find()), [all, all]);
    assert.deepEqual(namesOf(await find('contracts/system.yaml')), [all, all]);
    assert.deepEqual(namesOf(await find('contracts/notes.contract.yaml')), [all, ['notes']]);
    await mkdir(join(root, 'contracts/part'));
    const text = await readFile(join(root, 'contracts/notes.contract.yaml'), 'utf8');
    await rm(join(root, 'contracts/notes.contract.yaml'));
    await writeFile(
      join(root, 'contracts/part/notes.contract.yaml'),
      text.replace('system: system.yaml', 'system: ../system.yaml'),
    );
    assert.deepEqual(namesOf(await find('contracts/part')), [all, ['notes']]);
    assert.deepEqual(namesOf(await find()), [all, all]);
  });

  it('looks into every folder, whatever it is called, but for those of tools', async () => {
    for (const folder of ['dist', 'node_modules']) {
      await mkdir(join(root, 'contracts', folder));
      await writeFile(join(root, 'contracts', folder, 'x.contract.yaml'), 'contract: x');
    }
    const loaded = await find();
    const files = loaded.kind === 'invalid' ? loaded.diagnostics.map(({ at }) => at.file) : [];
    assert.deepEqual([...new Set(files)], ['contracts/dist/x.contract.yaml']);
  });

  it('refuses what people would take for a contract and it does not read', async () => {
    const contracts = join(root, 'contracts');
    await rename(join(contracts, 'notes.contract.yaml'), join(contracts, 'notes.contract.yml'));
    assert.match(await why(), /^contracts\/notes\.contract\.yml would be left out: it does not end in/u);
    await rename(join(contracts, 'notes.contract.yml'), join(root, 'elsewhere.contract.yaml'));
    await symlink('../elsewhere.contract.yaml', join(contracts, 'notes.contract.yaml'));
    assert.match(await why(), /^contracts\/notes\.contract\.yaml would be left out: it is a link/u);
    await rm(join(contracts, 'notes.contract.yaml'));
    await symlink('..', join(contracts, 'more'));
    assert.match(await why(), /^contracts\/more would be left out: it is a link to a folder with contracts/u);
    await rm(join(contracts, 'more'));
    await symlink('../elsewhere.contract.yaml', join(contracts, 'readme'));
    assert.match(await why(), /^found/u);
    await mkdir(join(contracts, 'submodule'));
    assert.match(await why(), /^contracts\/submodule would be left out: it is a submodule/u);
    assert.match(await why('contracts', false), /^found/u);
  });

  it('says what is not there, in the words of who asks', async () => {
    assert.match(await why('nothing'), /there is no nothing in the commit → .*--contracts FOLDER$/u);
    assert.match(await why('contracts/seed.sql'), /^contracts\/seed\.sql is no contract/u);
    await mkdir(join(root, 'empty'));
    await writeFile(join(root, 'empty/keep'), '');
    assert.match(await why('empty'), /no \*\.contract\.yaml file under empty in the commit → .*--worktree/u);
    assert.doesNotMatch(await why('empty', false), /worktree/u);
    await rm(join(root, 'contracts/system.yaml'));
    await mkdir(join(root, 'contracts/system.yaml'));
    await writeFile(join(root, 'contracts/system.yaml/keep'), '');
    assert.match(await why(), /^no system\.yaml beside/u);
  });

  it('says that the root of the system is not there', async () => {
    const system = join(root, 'contracts/system.yaml');
    await writeFile(system, (await readFile(system, 'utf8')).replace(/^root: .*$/mu, 'root: ../nowhere'));
    assert.match(await why(), /^there is no folder nowhere, which contracts\/system\.yaml says/u);
  });

  it('in a working tree begins where one stands, and goes no further than the repository', async () => {
    await mkdir(join(root, '.git'));
    const load = (folder: string, path?: string): Promise<LoadedContracts> =>
      loadFromWorkingTree(join(root, folder), path, 'assay contract check FOLDER');
    for (const loaded of [await load('.'), await load('contracts'), await load('contracts', '.')])
      assert.deepEqual(namesOf(loaded), [
        ['notes', 'refusals'],
        ['notes', 'refusals'],
      ]);
    const outside = await load('.', '..');
    assert.match(outside.kind === 'missing' ? outside.why : '', /outside of the repository/u);
  });
});
