import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mergeDiagnostics, parseOutput } from '../../../../verifier/checks/parsers/parse.ts';

/** Output of the real tools, on a small project made for it. */
const output = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/check-output/${name}.txt`, import.meta.url), 'utf8');

describe('parseOutput', () => {
  describe('tsc', () => {
    const expected = [
      ['src/basket.ts', 3, 3, 'TS2322', "Type 'number' is not assignable to type 'string'."],
      ['src/basket.ts', 3, 70, 'TS2551', "Property 'cuont' does not exist on type 'Line'. Did you mean 'count'?"],
      ['src/basket.ts', 5, 35, 'TS2322', "Type 'string' is not assignable to type 'number'."],
    ];
    for (const format of ['tsc', 'tsc-pretty']) {
      it(`finds each error with file, line, column and code (${format})`, () => {
        const { diagnostics } = parseOutput('tsc', output(format));
        assert.equal(diagnostics.length, 4);
        assert.deepEqual(
          diagnostics.slice(0, 3).map(({ file, line, column, code, message }) => [file, line, column, code, message]),
          expected,
        );
        assert.ok(diagnostics.every(({ severity }) => severity === 'error'));
      });

      it(`keeps the explanation with its error (${format})`, () => {
        assert.match(
          parseOutput('tsc', output(format)).diagnostics[3]?.message ?? '',
          /^Argument of type .* 'line' are incompatible\. .* Type 'number' is not assignable to type 'string'\.$/,
        );
      });
    }

    it('finds an error that belongs to no file', () => {
      assert.deepEqual(parseOutput('tsc', output('tsc-no-project')).diagnostics, [
        { severity: 'error', code: 'TS5058', message: "The specified path does not exist: 'nosuch.json'." },
      ]);
    });
  });

  describe('eslint', () => {
    const a = '/home/someone/shop/src/a.js';
    const expected = [
      {
        file: a,
        line: 1,
        column: 7,
        severity: 'error',
        code: 'no-unused-vars',
        message: "'unused' is assigned a value but never used",
      },
      {
        file: a,
        line: 2,
        column: 1,
        severity: 'warning',
        code: 'no-debugger',
        message: "Unexpected 'debugger' statement",
      },
      {
        file: a,
        line: 3,
        column: 33,
        severity: 'error',
        code: 'eqeqeq',
        message: "Expected '===' and instead saw '=='",
      },
      {
        file: '/home/someone/shop/src/b (copy).js',
        line: 1,
        column: 21,
        severity: 'error',
        message: 'Parsing error: Unexpected token ;',
      },
    ];
    it('reads the default format', () => {
      assert.deepEqual(parseOutput('eslint', output('eslint-stylish')).diagnostics, expected);
    });

    it('reads JSON, also behind what npm prints first', () => {
      const { diagnostics } = parseOutput(
        'eslint',
        `\n> shop@1.0.0 lint\n> eslint . -f json\n\n${output('eslint-json')}`,
      );
      // The JSON format keeps the full stop that the default format drops.
      assert.deepEqual(
        diagnostics.map((each) => ({ ...each, message: each.message.replace(/\.$/, '') })),
        expected,
      );
    });

    it('finds nothing in JSON that was cut off', () => {
      assert.deepEqual(parseOutput('eslint', output('eslint-json').slice(0, 500)).diagnostics, []);
    });

    it('finds nothing where nothing is wrong', () => {
      assert.deepEqual(parseOutput('eslint', '\n> shop@1.0.0 lint\n> eslint .\n\n').diagnostics, []);
      assert.deepEqual(parseOutput('eslint', '[]').diagnostics, []);
    });
  });

  describe('mocha', () => {
    it('counts, and places each failure at its first own stack frame', () => {
      const { tests, diagnostics } = parseOutput('mocha', output('mocha-failing'));
      assert.deepEqual(tests, { passed: 1, failed: 4, pending: 1 });
      const file = '/home/someone/shop/test/basket.test.js';
      assert.deepEqual(
        diagnostics.map(({ file, line, message }) => [file, line, message]),
        [
          [
            file,
            4,
            'basket › 1) looks like a failure: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
          ],
          [
            file,
            6,
            'basket › with a discount › is cheaper: AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:',
          ],
          [file, 8, 'basket › with a discount › waits: TypeError: no price'],
          [file, 10, 'basket › "after all" hook for "1) looks like a failure": Error: database is still open'],
        ],
      );
    });

    it('counts what passed', () => {
      assert.deepEqual(parseOutput('mocha', output('mocha-passing')), {
        diagnostics: [],
        tests: { passed: 2, failed: 0, pending: 0 },
      });
    });

    it('counts with other reporters', () => {
      assert.deepEqual(parseOutput('mocha', output('mocha-dot')).tests, { passed: 2, failed: 0, pending: 1 });
    });

    it('adds up several runs in one output', () => {
      const { tests, diagnostics } = parseOutput(
        'mocha',
        [output('mocha-failing'), output('mocha-passing'), output('mocha-failing')].join('\n'),
      );
      assert.deepEqual(tests, { passed: 4, failed: 8, pending: 2 });
      assert.equal(diagnostics.length, 8);
    });

    it('tells no test run from no summary', () => {
      assert.deepEqual(parseOutput('mocha', output('mocha-none')).tests, { passed: 0, failed: 0, pending: 0 });
      assert.deepEqual(parseOutput('mocha', output('mocha-pending')).tests, { passed: 0, failed: 0, pending: 1 });
      for (const silent of ['mocha-broken', 'mocha-no-files'])
        assert.equal(parseOutput('mocha', output(silent)).tests, undefined);
    });
  });

  describe('lines', () => {
    it('finds errors and warnings with the place at the beginning of the line', () => {
      assert.deepEqual(
        parseOutput('lines', output('gcc')).diagnostics.map(({ file, line, column, severity }) => [
          file,
          line,
          column,
          severity,
        ]),
        [
          ['src/main.c', 4, 10, 'error'],
          ['src/main.c', 3, 7, 'warning'],
        ],
      );
    });

    it('takes “0 errors” for no error', () => {
      assert.deepEqual(parseOutput('lines', 'Found 0 errors.\n0 failed\nno warnings').diagnostics, []);
    });
  });

  describe('install', () => {
    it('takes of npm what says why, not its manual, its stack or its log', () => {
      const messages = (name: string) => parseOutput('install', output(name)).diagnostics.map(({ message }) => message);
      assert.equal(messages('npm-lock-mismatch').length, 2);
      assert.match(messages('npm-bad-json').join(), /^JSON\.parse Invalid package\.json: .*just JavaScript\.$/);
      const [first, ...more] = messages('npm-no-registry');
      assert.match(first ?? '', /^FetchError: request to .* ECONNREFUSED/);
      assert.deepEqual(
        more.map((message) => message.slice(0, 28)),
        ['If you are behind a proxy, p'],
      );
    });

    it('reads the lines of others, and of npm when nothing failed', () => {
      assert.equal(parseOutput('install', output('gcc')).diagnostics.length, 2);
      const [warning] = parseOutput('install', 'npm warn deprecated rimraf@3: no longer supported').diagnostics;
      assert.equal(warning?.severity, 'warning');
    });

    it('has something to say when npm names only a code', () => {
      assert.deepEqual(parseOutput('install', 'npm error code EUSAGE').diagnostics, [
        { severity: 'error', message: 'code EUSAGE' },
      ]);
    });
  });

  it('reads a compiler in a build, and else its lines', () => {
    assert.equal(parseOutput('build', output('tsc')).diagnostics.length, 4);
    assert.equal(parseOutput('build', output('gcc')).diagnostics.length, 2);
  });

  for (const parser of ['tsc', 'eslint', 'mocha', 'lines', 'install', 'build'] as const) {
    it(`finds nothing in nothing (${parser})`, () => {
      assert.deepEqual(parseOutput(parser, '').diagnostics, []);
    });
  }
});

describe('mergeDiagnostics', () => {
  const origin = { checkout: '/run/checkout', cwd: '/run/checkout/shop' };
  const at = (file: string, line = 1) => ({ file, line, severity: 'error' as const, message: 'wrong' });

  it('merges equal ones, counts them, and keeps the order', () => {
    assert.deepEqual(mergeDiagnostics([at('a.ts'), at('b.ts'), at('a.ts'), at('a.ts', 2)], origin), [
      { ...at('shop/a.ts'), count: 2 },
      { ...at('shop/b.ts'), count: 1 },
      { ...at('shop/a.ts', 2), count: 1 },
    ]);
  });

  it('names files from the top of the checkout, however the tool named them', () => {
    const files = mergeDiagnostics(
      [at('src/a.ts'), at('../tools/b.ts'), at('/run/checkout/shop/c.ts'), at('/usr/lib/d.ts')],
      origin,
    ).map(({ file }) => file);
    assert.deepEqual(files, ['shop/src/a.ts', 'tools/b.ts', 'shop/c.ts', '/usr/lib/d.ts']);
  });
});
