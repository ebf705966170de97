import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDiagnostics } from '../../../contracts/language/index.ts';
import { loadContracts, type LoadedContracts } from '../../../verifier/index.ts';

const fixture = fileURLToPath(new URL('../../fixtures/notes-app', import.meta.url));
const contract = `contract: sharing
title: Files that are named
system: system.yaml
vocabulary: words/steps.yaml
heldOut: hidden/sharing.heldout.yaml
criteria:
  - id: S-1
    title: A file is taken
    claim: shown
    given: [ { browser.open: { as: guest, path: / } } ]
    when: [ the guest hands in a picture ]
    then: [ { browser.see: { as: guest, role: heading } } ]
`;
const steps = `vocabulary: Shared words
steps:
  the guest hands in a picture:
    - browser.upload: { as: guest, label: Picture, file: { from: pictures/dot.png } }
`;
const heldOut = `heldOut: sharing
criteria:
  - id: S-2
    title: Another file is taken
    claim: shown
    given: [ { browser.open: { as: guest, path: /other } } ]
    when: [ the guest hands in a picture ]
    then: [ { browser.see: { as: guest, role: heading } } ]
`;

describe('files that contracts name', () => {
  let root: string;
  const write = async (path: string, text: string | Uint8Array): Promise<void> => {
    const file = join(root, 'contracts', path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
  };
  const load = (): Promise<LoadedContracts> =>
    loadContracts({ root, at: 'contracts', isCheckout: true, naming: '--contracts FOLDER' });
  const errors = async (): Promise<string> => {
    const loaded = await load();
    return loaded.kind === 'invalid'
      ? formatDiagnostics(loaded.diagnostics, loaded.sources, { color: false })
      : loaded.kind;
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay naming '));
    await cp(fixture, root, { recursive: true });
    await write('sharing.contract.yaml', contract);
    await write('words/steps.yaml', steps);
    await write('hidden/sharing.heldout.yaml', heldOut);
    await write('words/pictures/dot.png', Uint8Array.of(0x89, 0x50, 0, 0xff));
    const system = await readFile(join(root, 'contracts/system.yaml'), 'utf8');
    await write('system.yaml', `${system}serve: { "cdn.example/a.css": vendored/a.css }\n`);
    await write('vendored/a.css', 'a { color: red }');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('are read with them, bytes as they are', async () => {
    const loaded = await load();
    assert.ok(loaded.kind === 'compiled', await errors());
    const plan = loaded.plan.contracts.find(({ name }) => name === 'sharing');
    assert.deepEqual(
      plan?.criteria.map(({ id, heldOut: hidden }) => [id, hidden]),
      [
        ['S-1', false],
        ['S-2', true],
      ],
    );
    assert.deepEqual(
      plan.parts.map(({ file }) => file),
      ['contracts/words/steps.yaml', 'contracts/hidden/sharing.heldout.yaml'],
    );
    assert.deepEqual([...(loaded.files.get('contracts/words/pictures/dot.png') ?? [])], [0x89, 0x50, 0, 0xff]);
    assert.deepEqual([...loaded.files.keys()].sort(), ['contracts/vendored/a.css', 'contracts/words/pictures/dot.png']);
    assert.ok(loaded.sources.has('contracts/words/steps.yaml'));
    assert.deepEqual([...loaded.seeds.keys()], ['db']);
  });

  it('are missed where they are named, with the line', async () => {
    await rm(join(root, 'contracts/words'), { recursive: true });
    assert.match(
      await errors(),
      /there is no file “contracts\/words\/steps\.yaml”.*\n.*sharing\.contract\.yaml:4:13\n[^]*> 4 \| vocabulary/u,
    );
    await write('words/steps.yaml', steps);
    await rm(join(root, 'contracts/words/pictures'), { recursive: true, force: true });
    assert.match(
      await errors(),
      /“contracts\/words\/pictures\/dot\.png” to upload[^]*words\/steps\.yaml:4:7[^]*used here by/u,
    );
    await write('words/pictures/dot.png', 'x');
    await rm(join(root, 'contracts/vendored'), { recursive: true });
    assert.match(await errors(), /“contracts\/vendored\/a\.css” to serve[^]*system\.yaml:/u);
    await write('vendored/a.css', '');
    await rm(join(root, 'contracts/seed.sql'));
    assert.match(
      await errors(),
      /“contracts\/seed\.sql” to seed the database with[^]*system\.yaml:\d+:\d+\n[^]*\n> .*seed: [^]*\n +\| +\^\n/u,
    );
  });

  it('are not read through links', async () => {
    await rm(join(root, 'contracts/words/steps.yaml'));
    await writeFile(join(root, 'elsewhere.yaml'), steps);
    await symlink('../../elsewhere.yaml', join(root, 'contracts/words/steps.yaml'));
    assert.match(await errors(), /there is no file “contracts\/words\/steps\.yaml”/u);
  });
});
