import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDiagnostics, type Diagnostic } from '../../../contracts/language/index.ts';
import { loadContracts, type LoadedContracts } from '../../../verifier/index.ts';
import { asWritten, writtenDiagnostics } from './written-diagnostics.ts';

const broken = fileURLToPath(new URL('../../fixtures/broken-contracts', import.meta.url));
const systems = fileURLToPath(new URL('../../fixtures/broken-systems', import.meta.url));

async function load(root: string): Promise<Exclude<LoadedContracts, { readonly kind: 'missing' }>> {
  const loaded = await loadContracts({ root, at: '.', isCheckout: false, naming: 'assay contract check FOLDER' });
  return loaded.kind === 'missing' ? assert.fail(loaded.why) : loaded;
}

async function diagnosticsOf(root: string): Promise<readonly Diagnostic[]> {
  const loaded = await load(root);
  return loaded.kind === 'invalid' ? loaded.diagnostics : loaded.warnings;
}

/** The text of each diagnostic by file, as people see it. */
async function shownByFile(root: string): Promise<Map<string, string>> {
  const loaded = await load(root);
  assert.ok(loaded.kind === 'invalid');
  return new Map(
    loaded.diagnostics.map((one) => [one.at.file, formatDiagnostics([one], loaded.sources, { color: false })]),
  );
}

describe('Broken contracts', () => {
  it('are all told at once: each file’s one defect, at its line, with what it says of itself, and nothing else', async () => {
    const written = writtenDiagnostics(broken);
    assert.ok(written.length >= 90, String(written.length));
    const files = written.map(({ file }) => file);
    assert.deepEqual(files, [...new Set(files)]);
    assert.deepEqual((await diagnosticsOf(broken)).map(asWritten), written);
  });

  it('have each a file that says nothing only when the defect is in a file that it names', () => {
    const written = new Set(writtenDiagnostics(broken).map(({ file }) => file));
    assert.deepEqual(
      readdirSync(broken)
        .filter((file) => !written.has(file))
        .sort(),
      [
        'defect-in-a-held-out-row.contract.yaml',
        'defect-in-a-vocabulary.contract.yaml',
        'held-out-of-another-contract.contract.yaml',
        'named-held-out-for-no-criterion.contract.yaml',
        'system.yaml',
        'vocabulary.yaml',
      ],
    );
  });

  it('are warned of where the name says so, and are errors everywhere else', async () => {
    for (const { at, severity, message } of await diagnosticsOf(broken))
      assert.equal(severity, at.file.startsWith('warned-') ? 'warning' : 'error', `${at.file}: ${message}`);
  });

  it('show the line, a caret under just the wrong words, and other places that belong to it', async () => {
    const shown = await shownByFile(broken);
    assert.equal(
      shown.get('unknown-verb.contract.yaml'),
      `error there is no verb “api.requets” (unknown-verb)
  unknown-verb.contract.yaml:8:9
  7 |     when:
> 8 |       - api.requets: { as: reader, method: POST, path: /api/favorites/1 } # ← there is no verb “api.requets”; did you mean “api.request”?
    |         ^^^^^^^^^^^
  9 |     then: [ { db.delta: { favorites: { inserted: 1 } } } ]
  → did you mean “api.request”?
`,
    );
    assert.match(
      shown.get('defect-in-a-named-step.contract.yaml') ?? '',
      /:5:53\n[^]*\n +\| +\^\^\^\n[^]* · used here by “the reader looks around”: \S+:10:13\n {2}· used here by “the reader opens”: \S+:4:30\n/u,
    );
    assert.match(
      shown.get('defect-behind-an-anchor.contract.yaml') ?? '',
      /:8:50\n[^]* \| +\^\^\^\n[^]* · used here as \*add: defect-behind-an-anchor\.contract\.yaml:14:12\n/u,
    );
    assert.match(shown.get('vocabulary-with-a-defect.yaml') ?? '', /defect-in-a-vocabulary\.contract\.yaml:8:13/u);
    assert.match(shown.get('step-of-two-files.contract.yaml') ?? '', /the other one: vocabulary\.yaml:3:3/u);
    assert.match(shown.get('duplicate-key.contract.yaml') ?? '', /first written here: \S+:6:5/u);
    assert.match(shown.get('missing-bracket.contract.yaml') ?? '', /:7:11\n[^]*it is still open here: \S+:8:5/u);
  });
});

describe('Broken systems', () => {
  for (const name of readdirSync(systems)) {
    it(`tell of ${name.replaceAll('-', ' ')}`, async () => {
      const folder = join(systems, name);
      const written = writtenDiagnostics(folder);
      assert.equal(written.length, 1);
      assert.deepEqual((await diagnosticsOf(folder)).map(asWritten), written);
    });
  }
});

describe('Files beside contracts', () => {
  let root: string;
  const texts = async (): Promise<string[]> =>
    (await diagnosticsOf(root)).map(({ at, message }) => `${at.file}:${String(at.line)} ${message}`);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay beside '));
    await cp(join(systems, 'missing-seed'), root, { recursive: true });
    await writeFile(join(root, 'seed.sql'), 'select 1');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const heldOut = 'heldOut: any\ncriteria:\n  - id: AC-02\n    title: Another one\n    claim: persisted\n';
  const steps =
    '    when: [ { api.request: { as: reader, method: POST, path: /x } } ]\n    then: [ { db.delta: { a: { inserted: 1 } } } ]\n';

  it('are fine as they are', async () => {
    assert.deepEqual(await texts(), []);
  });

  it('are told together with all other errors', async () => {
    await rm(join(root, 'seed.sql'));
    const contract = await readFile(join(root, 'any.contract.yaml'), 'utf8');
    await writeFile(join(root, 'any.contract.yaml'), contract.replace('claim: persisted', 'claim: persist'));
    assert.deepEqual(await texts(), [
      'any.contract.yaml:6 “claim” must be shown, served, persisted or durable',
      'system.yaml:6 there is no file “seed.sql” to seed the database with',
    ]);
  });

  for (const name of ['any.heldout.yaml', 'any.heldout.yml', 'any.held-out.yaml', 'deep/er.heldout.yaml'])
    it(`are not passed over in silence: ${name}`, async () => {
      await cp(join(root, 'system.yaml'), join(root, 'deep/none.yaml'));
      await writeFile(join(root, name), `${heldOut}${steps}`);
      const [found, ...others] = await diagnosticsOf(root);
      assert.deepEqual(others, []);
      assert.deepEqual([found?.code, found?.at], ['unnamed-file', { file: name, line: 1, column: 10 }]);
      assert.equal(found?.hint, `write heldOut: ${name} into any.contract.yaml`);
      const contract = await readFile(join(root, 'any.contract.yaml'), 'utf8');
      await writeFile(join(root, 'any.contract.yaml'), contract.replace('criteria:', `heldOut: ${name}\ncriteria:`));
      assert.deepEqual(await texts(), []);
    });

  it('are told once where a contract names another file than it has', async () => {
    await writeFile(join(root, 'any.heldout.yaml'), `${heldOut}${steps}`);
    const contract = await readFile(join(root, 'any.contract.yaml'), 'utf8');
    await writeFile(
      join(root, 'any.contract.yaml'),
      contract.replace('criteria:', 'heldOut: amy.heldout.yaml\ncriteria:'),
    );
    assert.deepEqual(await texts(), ['any.contract.yaml:3 there is no file “amy.heldout.yaml”']);
  });
});
