import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compile, formatDiagnostics } from '../../../contracts/language/index.ts';
import { favorites, favoritesSystem } from './favorites.ts';
import { contractFile, contractText, diagnose, sources, systemFile } from './sources.ts';

/** Compiles, and checks what every answer must be. */
function compileAnything(contract: string, system: string): boolean {
  const compiled = compile(sources(contract, system));
  const diagnostics = compiled.ok ? compiled.warnings : compiled.diagnostics;
  if (!compiled.ok) assert.ok(diagnostics.some(({ severity }) => severity === 'error'));
  const texts = new Map([
    [contractFile, contract],
    [systemFile, system],
  ]);
  for (const { at, message } of diagnostics) {
    const lines = (texts.get(at.file) ?? assert.fail()).split('\n');
    assert.ok(at.line >= 1 && at.line <= lines.length + 1, `line ${String(at.line)}`);
    assert.ok(
      at.column >= 1 && at.column <= (lines[at.line - 1] ?? '').length + 2,
      `column ${String(at.column)}: ${message}`,
    );
    assert.doesNotMatch(message, /\[object Object\]|undefined/u);
  }
  formatDiagnostics(diagnostics, texts, { color: false });
  return compiled.ok;
}

const pieces = [
  '{{',
  '}}',
  '{{slug}}',
  '- ',
  ': ',
  '[',
  ']',
  '{',
  '}',
  '&a ',
  '*a',
  '"',
  "'",
  '|\n',
  '$not: ',
  '$matches: "("',
  '\t',
  '\n',
  'null',
  '!!str ',
  '<<: ',
  '---\n',
  '~',
  '0',
  '-1',
  '.inf',
  '1e999',
  '__proto__: ',
  'as: reader',
  '# ',
  '\uFEFF',
  'é\u0000',
];

describe('Compiling', () => {
  it('never throws for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void compileAnything(text, text)),
      { numRuns: 50 },
    );
  });

  it('never throws for any YAML', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 40 }),
        (parts) => void compileAnything(parts.join(''), favoritesSystem),
      ),
      { numRuns: 50 },
    );
  });

  it('never throws for any data of the right shape', () => {
    const keys = [
      'contract',
      'title',
      'let',
      'steps',
      'criteria',
      'id',
      'claim',
      'given',
      'when',
      'then',
      'api.request',
      'browser.see',
      'db.delta',
      'db.query',
      'system.restart',
      'expect',
      'json',
      'save',
      'as',
      'inside',
      '$oneOf',
      'actors',
      'services',
      'like',
      'create',
      'session',
    ];
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('reader', '{{slug}}', '/x', 'persisted', 1, null, true),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(
        tree,
        tree,
        (contract, system) => void compileAnything(JSON.stringify(contract), JSON.stringify(system)),
      ),
      { numRuns: 100 },
    );
  });

  it('never throws for a contract that was damaged', () => {
    const damage = fc.record({
      at: fc.nat(),
      remove: fc.integer({ min: 0, max: 12 }),
      insert: fc.constantFrom('', ...pieces),
      inSystem: fc.boolean(),
    });
    fc.assert(
      fc.property(damage, ({ at, remove, insert, inSystem }) => {
        const change = (text: string): string => {
          const start = at % text.length;
          return text.slice(0, start) + insert + text.slice(start + remove);
        };
        compileAnything(inSystem ? favorites : change(favorites), inSystem ? change(favoritesSystem) : favoritesSystem);
      }),
      { numRuns: 100 },
    );
  });

  it('never throws for what is nested very deep', () => {
    // Mocha keeps whole stacks, which here are thousands of frames for each of hundreds of syntax errors.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 10;
    try {
      compileAnything('['.repeat(3_000), favoritesSystem);
      compileAnything(`a: ${'{ a: '.repeat(3_000)}1${' }'.repeat(3_000)}`, favoritesSystem);
      compileAnything('- '.repeat(3_000), favoritesSystem);
    } finally {
      Error.stackTraceLimit = limit;
    }
  });

  const codesOf = (contract: string): string[] => diagnose(sources(contract)).map(({ code }) => code);
  const criterion = `claim: persisted\nwhen: [ s0 ]\nthen: [ { db.delta: { notes: { inserted: 1 } } } ]`;
  const chain = (body: (next: string) => string): string =>
    contractText(
      criterion,
      `steps:\n${Array.from({ length: 40 }, (_, index) => `  s${String(index)}: ${body(`s${String(index + 1)}`)}\n`).join('')}  s40: []\n`,
    );

  it('ends soon for steps that double without doing anything', () => {
    assert.ok(codesOf(chain((next) => `[ ${next}, ${next} ]`)).includes('too-many-steps'));
  });

  it('ends soon for parameters that double, as text and as lists', () => {
    for (const double of ['"{{x}}{{x}}"', '[ "{{x}}", "{{x}}" ]']) {
      const text = chain((next) => `[ { ${next}: { x: ${double} } } ]`).replace(
        'when: [ s0 ]',
        'when: [ { s0: { x: aa } } ]',
      );
      assert.ok(codesOf(text).includes('too-large'), double);
    }
  });

  it('refuses what is nested too deep, at its place', () => {
    const [found] = diagnose(sources(contractText(criterion, `let: { a: ${'['.repeat(300)}${']'.repeat(300)} }\n`)));
    assert.deepEqual([found?.code, found?.at.line], ['nested-too-deep', 3]);
  });

  it('says so in its own words where the library’s stack is not deep enough', () => {
    for (const depth of [3_000, 100_000]) {
      const [found] = diagnose(sources(contractText(criterion, `let: { a: ${'['.repeat(depth)} }\n`)));
      assert.deepEqual(
        [found?.code, found?.message],
        ['nested-too-deep', 'the file is nested too deep'],
        String(depth),
      );
    }
  });

  it('refuses a large file, and control characters at their place', () => {
    assert.deepEqual(codesOf(`# ${'x'.repeat(10 * 1024 * 1024)}\n${favorites}`), ['too-large']);
    const [bell] = diagnose(sources(favorites.replace('Working', 'Work\u0007ing')));
    assert.deepEqual([bell?.code, bell?.at.line, bell?.at.column], ['control-character', 6, 53]);
    assert.match(bell?.message ?? '', /U\+0007/u);
  });

  it('takes Windows’ lines and a byte order mark as they are', () => {
    assert.ok(compileAnything(`\uFEFF${favorites.replaceAll('\n', '\r\n')}`, favoritesSystem));
    assert.deepEqual(codesOf(favorites.replace('title: Readers', 'title: Read\rers')), ['control-character']);
  });

  it('accepts the contract that the others are made from', () => {
    assert.ok(compileAnything(favorites, favoritesSystem));
  });
});
