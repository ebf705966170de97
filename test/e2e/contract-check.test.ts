import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Diagnostic } from '../../contracts/language/index.ts';
import { asWritten, writtenDiagnostics, type WrittenDiagnostic } from '../integration/contracts/written-diagnostics.ts';
import { assayPath, type Ended } from './support/assay.ts';
import { execa } from 'execa';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const broken = fileURLToPath(new URL('../fixtures/broken-contracts', import.meta.url));

/** Files are named from the top of the repository; what is written in them does not know where they lie. */
function inFolder(told: WrittenDiagnostic): WrittenDiagnostic {
  return { ...told, text: told.text.replaceAll('“test/fixtures/broken-contracts/', '“') };
}

/** Checks the folder of broken contracts, at the top of this repository. */
async function check(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return await execa(process.execPath, [assayPath, 'contract', 'check', 'test/fixtures/broken-contracts', ...args], {
    cwd: repository,
    env,
    reject: false,
  });
}

describe('assay contract check', () => {
  let plain: Ended;
  let json: Ended;
  before(async () => {
    plain = await check([], { NO_COLOR: '1' });
    json = await check(['--json'], { FORCE_COLOR: '1' });
  });
  const given = (): (Diagnostic & { endColumn?: number })[] =>
    (JSON.parse(json.stdout) as { diagnostics: Diagnostic[] }).diagnostics;

  it('tells of all broken contracts at once, by file and line, on stdout, and ends with 65', () => {
    const written = writtenDiagnostics(broken, repository);
    const told = plain.stdout
      .split('\n\n')
      .slice(0, -1)
      .map((block) => {
        const [, message = '', file = '', line = ''] =
          /^(?:error|warning) (.*) \([a-z-]+\)\n {2}(\S+):(\d+):\d+\n/u.exec(block) ?? [];
        const [, hint] = /^ {2}→ (.*)$/mu.exec(block) ?? [];
        return { file, line: Number(line), text: hint === undefined ? message : `${message}; ${hint}` };
      });
    assert.deepEqual(told.map(inFolder), written);
    const warnings = written.filter(({ file }) => file.includes('/warned-')).length;
    assert.match(
      plain.stdout,
      new RegExp(`\\n\\n${String(written.length - warnings)} errors, ${String(warnings)} warnings$`, 'u'),
    );
    assert.deepEqual([plain.exitCode, plain.stderr], [65, '']);
  });

  it('gives the same as data, without a colour', () => {
    assert.deepEqual(given().map(asWritten).map(inFolder), writtenDiagnostics(broken, repository));
    assert.deepEqual([json.exitCode, json.stderr], [65, '']);
    const unknown = given().find(({ at }) => at.file.endsWith('/defect-behind-an-anchor.contract.yaml'));
    const file = 'test/fixtures/broken-contracts/defect-behind-an-anchor.contract.yaml';
    assert.deepEqual(unknown, {
      severity: 'error',
      code: 'unknown-key',
      message: 'unknown key “pth” in api.request',
      at: { file, line: 8, column: 50 },
      endColumn: 53,
      hint: 'did you mean “path”?',
      related: [{ message: 'used here as *add', at: { file, line: 14, column: 12 } }],
    });
  });

  it('puts a caret under what the data say', () => {
    for (const { at, endColumn, message } of given().filter((one) => one.endColumn !== undefined)) {
      const block = plain.stdout.split('\n\n').find((text) => text.includes(`${at.file}:${String(at.line)}:`)) ?? '';
      const carets = /\| ( *)(\^+)$/mu.exec(block) ?? assert.fail(message);
      // Of long lines a part is shown, which may end before the words do.
      if (/^ *>? *\d+ \|.*…/mu.test(block)) continue;
      assert.deepEqual([carets[1]?.length, carets[2]?.length], [at.column - 1, (endColumn ?? 0) - at.column], message);
    }
  });

  it('colours on demand only, and says the same in colours', async () => {
    assert.doesNotMatch(plain.stdout, /\u001B/u);
    assert.doesNotMatch(json.stdout, /\u001B/u);
    const coloured = await check([], { FORCE_COLOR: '1', NO_COLOR: '' });
    assert.match(coloured.stdout, /\u001B\[31m/u);
    assert.equal(stripVTControlCharacters(coloured.stdout), plain.stdout);
    // Through a pipe, without being told anything.
    const piped = await check([], { NO_COLOR: '', FORCE_COLOR: '' });
    assert.equal(piped.stdout, plain.stdout);
  });
});
