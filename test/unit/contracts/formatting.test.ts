import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { formatDiagnostics, publishedSchemas } from '../../../contracts/language/index.ts';
import { favorites, favoritesSystem } from './favorites.ts';
import { contractFile, contractText, diagnose, sources } from './sources.ts';

describe('Diagnostics as text', () => {
  const text = contractText('claim: persisted\nclaim: shown\nwhen: [ { api.requets: {} } ]');
  const diagnostics = diagnose(sources(text));

  it('show of a long line what is around the column, with the caret at the same sign', () => {
    const long = contractText(
      `when: [ { api.request: { x: ${'y'.repeat(40_000)} } }, { api.requets: {} }, { api.request: { z: ${'z'.repeat(5_000)} } } ]`,
    );
    const found = diagnose(sources(long)).filter(({ code }) => code === 'unknown-verb');
    assert.equal(found.length, 1);
    const shown = formatDiagnostics(found, new Map([[contractFile, long]]), { color: false });
    const lines = shown.split('\n');
    for (const line of lines) assert.ok(line.length < 200, String(line.length));
    const [at = '', carets = ''] = lines.slice(lines.findIndex((line) => line.startsWith('> ')));
    assert.match(at, /\| …y+.*…$/u);
    assert.equal(at.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1), 'api.requets');
  });

  it('show the line with a caret, what to do, and the places that belong to it', () => {
    assert.equal(
      formatDiagnostics(diagnostics, new Map([[contractFile, text]]), { color: false }),
      `error the key “claim” is there twice (duplicate-key)
  contracts/favorites.contract.yaml:7:5
  6 |     claim: persisted
> 7 |     claim: shown
    |     ^^^^^
  8 |     when: [ { api.requets: {} } ]
  · first written here: contracts/favorites.contract.yaml:6:5

error there is no verb “api.requets” (unknown-verb)
  contracts/favorites.contract.yaml:8:15
  7 |     claim: shown
> 8 |     when: [ { api.requets: {} } ]
    |               ^^^^^^^^^^^
  9 |
  → did you mean “api.request”?
`,
    );
  });

  it('fit into the width of a terminal, with the caret at the same sign', () => {
    const wide = contractText(
      `claim: durable
when: [ { api.request: { as: guest, method: POST, path: /api/favorites/of/somebody/who/reads/very/much, body: "x", bodi: "yyyyyyyy" } } ]`,
    );
    const found = diagnose(sources(wide));
    assert.deepEqual(
      found.map(({ code }) => code),
      ['unknown-key'],
    );
    const [diagnostic] = found;
    const hinted = { ...(diagnostic ?? assert.fail()), hint: 'a word or two '.repeat(20).trim() };
    for (const width of [80, 60]) {
      const shown = formatDiagnostics([hinted], new Map([[contractFile, wide]]), { color: false, width });
      const lines = shown.split('\n');
      for (const line of lines) assert.ok(line.length <= width, line);
      const at = lines.findIndex((line) => line.startsWith('> '));
      const carets = lines[at + 1] ?? '';
      assert.equal(lines[at]?.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1), 'bodi');
      assert.equal(shown.replaceAll(/\s+/gu, ' ').includes(hinted.hint), true);
    }
  });

  it('show signs that command a terminal as pictures', () => {
    const bell = contractText('claim: shown').replace('Readers', 'Read\u0007\u001B[31mers');
    const keyed = contractText('claim: shown\n"a\\e[31m\\nb": 1\nwhen: []\nthen: []');
    for (const text of [bell, keyed]) {
      const found = diagnose(sources(text));
      const shown = formatDiagnostics(found, new Map([[contractFile, text]]), { color: false });
      assert.doesNotMatch(shown, /[\u0007\u001B]/u);
      assert.match(shown, /\u241B\[31m/u);
    }
  });

  it('are coloured only when asked for, and shown without their line when the text is not there', () => {
    const coloured = formatDiagnostics(diagnostics, new Map(), { color: true });
    assert.match(coloured, /\u001b\[/u);
    assert.doesNotMatch(coloured, /\^/u);
    assert.doesNotMatch(formatDiagnostics(diagnostics, new Map([[contractFile, text]]), { color: false }), /\u001b/u);
  });
});

describe('The published schemas', () => {
  const schemas = publishedSchemas();
  const ajv = new Ajv2020({ strict: false });
  const validatorOf = (file: string): ReturnType<typeof ajv.compile> =>
    ajv.compile(schemas.find((each) => each.file === file)?.schema ?? assert.fail());
  const contract = validatorOf('contract.schema.json');
  const system = validatorOf('system.schema.json');

  it('are current (npx tsx scripts/write-schemas.ts)', () => {
    for (const { file, schema } of schemas) {
      assert.deepEqual(JSON.parse(readFileSync(new URL(`../../../schemas/${file}`, import.meta.url), 'utf8')), schema);
    }
  });

  it('accept the contract and the system of the design', () => {
    assert.equal(contract(parse(favorites)), true, JSON.stringify(contract.errors));
    assert.equal(system(parse(favoritesSystem)), true, JSON.stringify(system.errors));
  });

  it('refuse unknown keys and wrong words, also inside steps', () => {
    assert.equal(contract(parse(favorites.replace('claim: durable', 'claim: for ever'))), false);
    assert.equal(contract(parse(favorites.replace('expect: { pressed', 'expects: { pressed'))), false);
    assert.equal(system(parse(favoritesSystem.replace('parser: tsc', 'parser: tcs'))), false);
    assert.equal(system(parse(favoritesSystem.replace('ready:', 'steady:'))), false);
  });

  it('describe every key, for editors to show', () => {
    const missing: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries((node as { properties?: object }).properties ?? {})) {
        const { description, $ref } = value as { description?: string; $ref?: string };
        if (description === undefined && $ref === undefined && !/^(inserted|updated|deleted|\$)/u.test(key))
          missing.push(`${path}/${key}`);
      }
      for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`);
    };
    for (const { schema } of schemas) visit(schema, '');
    assert.deepEqual(missing, []);
  });

  it('hold none of the compiler’s own annotations', () => {
    assert.doesNotMatch(JSON.stringify(schemas), /"x-/u);
  });
});
