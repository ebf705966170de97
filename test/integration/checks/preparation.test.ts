import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command, script, system } from './run-fixture.ts';
import { kindsOf, rootOf, Shop } from './shop-fixture.ts';

describe('layers: install and build', () => {
  let shop: Shop;
  beforeEach(() => {
    shop = new Shop();
  });
  afterEach(() => {
    shop.ground.remove();
  });

  describe('prepare', () => {
    it('installs and builds in the system’s root, and keeps what was written as evidence', async () => {
      const preparation = await shop.prepare(shop.plan(), 'tree-1');
      const root = rootOf(preparation);
      assert.equal(readFileSync(join(root, 'dist/app.js'), 'utf8'), 'app lib');
      assert.deepEqual(kindsOf(preparation.reports), ['install satisfied', 'build satisfied']);
      assert.equal(shop.sink.textOf(preparation.reports[1]?.evidence ?? []), '$ node script\nbuilt\n[exit code 0]\n');
    });

    it('takes both from an earlier run of the same tree, as copies with modes and links', async () => {
      const first = rootOf(await shop.prepare(shop.plan(), 'tree-1'));
      const again = await shop.prepare(shop.plan(), 'tree-1');
      const second = rootOf(again);
      assert.deepEqual(kindsOf(again.reports), ['install satisfied cached', 'build satisfied cached']);
      assert.equal(shop.ran(), 'install build');
      assert.equal(shop.sink.textOf(again.reports[1]?.evidence ?? []), '$ node script\nbuilt\n[exit code 0]\n');
      writeFileSync(join(second, 'dist/app.js'), 'written by the application');
      writeFileSync(join(second, 'node_modules/.bin/lib'), 'through the link');
      assert.equal(readFileSync(join(second, 'node_modules/lib.js'), 'utf8'), 'through the link');
      const third = rootOf(await shop.prepare(shop.plan(), 'tree-1'));
      for (const root of [first, third]) {
        assert.equal(readFileSync(join(root, 'dist/app.js'), 'utf8'), 'app lib');
        assert.equal(readFileSync(join(root, 'node_modules/lib.js'), 'utf8'), 'lib');
      }
      assert.deepEqual(readdirSync(dirname(dirname(second))), ['checkout'], 'nothing is left beside the checkout');
    });

    it('builds another tree, with the same install', async () => {
      await shop.prepare(shop.plan(), 'tree-1');
      const other = await shop.prepare(shop.plan(), 'tree-2', { files: { ...shop.files, 'shop/app.js': 'other ' } });
      assert.equal(readFileSync(join(rootOf(other), 'dist/app.js'), 'utf8'), 'other lib');
      assert.deepEqual(kindsOf(other.reports), ['install satisfied cached', 'build satisfied']);
    });

    for (const [install, files, source] of [
      ['makes files of the commit’s own', {}, "fs.writeFileSync('lib.out', fs.readFileSync('app.js'));"],
      ['changes files of the commit', {}, "fs.appendFileSync('app.js', '!');"],
      ['removes files of the commit', {}, "fs.rmSync('app.js');"],
      [
        'runs a script of the manifest',
        { 'shop/package.json': '{ "scripts": { "prepare": "x" } }' },
        "fs.writeFileSync('node_modules/made', fs.readFileSync('app.js'));",
      ],
      [
        'runs a script of a workspace',
        { 'shop/packages/a/package.json': '{ "scripts": { "postinstall": "x" } }' },
        "fs.writeFileSync('node_modules/made', fs.readFileSync('app.js'));",
      ],
    ] as const) {
      it(`is taken by no other commit when it ${install}`, async () => {
        const plan = system({ root: 'shop', install: shop.install(source) });
        const other = { ...shop.files, ...files, 'shop/app.js': 'other ' };
        await shop.prepare(plan, 'tree-1', { files: { ...shop.files, ...files } });
        assert.deepEqual(kindsOf((await shop.prepare(plan, 'tree-2', { files: other })).reports), [
          'install satisfied',
        ]);
        assert.deepEqual(kindsOf((await shop.prepare(plan, 'tree-2', { files: other })).reports), [
          'install satisfied cached',
        ]);
      });
    }

    it('never lays a kept install over what a commit holds', async () => {
      const plan = system({ root: 'shop', install: shop.install() });
      await shop.prepare(plan, 'tree-1');
      const files = { ...shop.files, 'shop/node_modules/own/index.js': 'of the commit' };
      const preparation = await shop.prepare(plan, 'tree-2', { files });
      assert.deepEqual(kindsOf(preparation.reports), ['install satisfied']);
      assert.equal(readFileSync(join(rootOf(preparation), 'node_modules/own/index.js'), 'utf8'), 'of the commit');
    });

    it('installs anew when a key file is changed or appears', async () => {
      await shop.prepare(shop.plan(), 'tree-1');
      await shop.prepare(shop.plan(), 'tree-2', { files: { ...shop.files, 'shop/lock': 'lib2' } });
      await shop.prepare(shop.plan(), 'tree-3', { files: { ...shop.files, 'shop/.npmrc': 'x' } });
      assert.equal(shop.ran(), 'install build install build install build');
    });

    it('builds anew when the command or what it sees is changed, but not when system.yaml only moves', async () => {
      const literal = (value: string) => ({ MODE: { kind: 'literal' as const, value } });
      await shop.prepare(shop.plan({ env: literal('a') }), 'tree-1');
      await shop.prepare(
        shop.plan({ env: literal('a'), build: { ...shop.build(), at: { file: 'system.yaml', line: 99, column: 9 } } }),
        'tree-1',
      );
      assert.equal(shop.ran(), 'install build');
      await shop.prepare(shop.plan({ env: literal('b') }), 'tree-1');
      await shop.prepare(shop.plan({ env: literal('a'), build: shop.build('void 0;') }), 'tree-1');
      assert.equal(shop.ran(), 'install build build build');
    });

    it('builds anew for another commit with the same tree, when the variables name the commit', async () => {
      const at = { file: 'system.yaml', line: 1, column: 1 };
      const reference = (...path: string[]) => ({ kind: 'reference' as const, path, at });
      const database = { kind: 'postgres' as const, name: 'db', image: 'postgres', at };
      const plan = shop.plan({
        env: { COMMIT: reference('run', 'commit'), URL: reference('db', 'url') },
        services: [database],
      });
      await shop.prepare(plan, 'tree-1', { env: { COMMIT: 'c1', URL: 'postgres://localhost:1111' } });
      await shop.prepare(plan, 'tree-1', { env: { COMMIT: 'c1', URL: 'postgres://localhost:2222' } });
      assert.equal(shop.ran(), 'install build');
      await shop.prepare(plan, 'tree-1', { env: { COMMIT: 'c2', URL: 'postgres://localhost:1111' } });
      assert.equal(shop.ran(), 'install build build');
    });

    it('keeps what a build changes in installed and in committed files, and what it removes', async () => {
      const rewrite = shop.build(
        "fs.writeFileSync('node_modules/lib.js', 'generated'); fs.writeFileSync('app.js', 'stamped'); fs.rmSync('../readme'); fs.mkdirSync('node_modules/.cache'); fs.writeFileSync('node_modules/.cache/x', '')",
      );
      for (const expected of ['build satisfied', 'build satisfied cached']) {
        const preparation = await shop.prepare(shop.plan({ build: rewrite }), 'tree-1');
        const root = rootOf(preparation);
        assert.equal(kindsOf(preparation.reports)[1], expected);
        assert.equal(readFileSync(join(root, 'node_modules/lib.js'), 'utf8'), 'generated');
        assert.equal(readFileSync(join(root, 'app.js'), 'utf8'), 'stamped');
        assert.equal(existsSync(join(root, '../readme')), false);
        assert.ok(existsSync(join(root, 'node_modules/.cache/x')) && existsSync(join(root, 'node_modules/.bin/lib')));
      }
    });

    it('shows the variables of system.yaml to the build, not to the install', async () => {
      const show = (name: string) => `fs.writeFileSync('${name}', String(process.env.BUILD_ENV));`;
      const root = rootOf(
        await shop.prepare(
          shop.plan({ install: shop.install(show('seen-by-install')), build: shop.build(show('seen-by-build')) }),
          'tree-1',
        ),
      );
      assert.deepEqual(
        [readFileSync(join(root, 'seen-by-install'), 'utf8'), readFileSync(join(root, 'seen-by-build'), 'utf8')],
        ['undefined', 'set'],
      );
    });

    it('is violated by a build that fails, with its errors, and tries again in the next run', async () => {
      const failing = shop.plan({
        build: script(
          shop.counted('build', "console.log('shop/a.ts(3,5): error TS2322: wrong'); process.exitCode = 2"),
        ),
      });
      const preparation = await shop.prepare(failing, 'tree-1');
      assert.equal(preparation.tree, undefined);
      const report = preparation.reports[1];
      assert.ok(report?.judgement.kind === 'violated');
      assert.deepEqual(
        report.judgement.mismatches.map(({ message }) => message),
        ['ended with exit code 2', 'shop/shop/a.ts:3:5 TS2322 wrong'],
      );
      await shop.prepare(failing, 'tree-1');
      assert.equal(shop.ran(), 'install build build');
    });

    it('is unverified by an install that fails, unless the lock file is wrong', async () => {
      const failing = (code: string) =>
        shop.plan({ install: { ...script(`console.error('npm error code ${code}'); process.exitCode = 1`), key: [] } });
      assert.deepEqual(kindsOf((await shop.prepare(failing('ECONNREFUSED'), 'tree-1')).reports), [
        'install unverified',
      ]);
      assert.deepEqual(kindsOf((await shop.prepare(failing('EUSAGE'), 'tree-1')).reports), ['install violated']);
    });

    it('is unverified when a program is not on this machine', async () => {
      const { reports } = await shop.prepare(
        shop.plan({ install: { ...command('no-such-manager install'), key: [] } }),
        'tree-1',
      );
      const judgement = reports[0]?.judgement;
      assert.ok(
        judgement?.kind === 'unverified' &&
          judgement.cause === 'environment' &&
          judgement.why.includes('no-such-manager'),
      );
    });

    it('is unverified when it is stopped, and keeps nothing', async () => {
      const { reports } = await shop.prepare(shop.plan(), 'tree-1', { layers: shop.layers(AbortSignal.abort()) });
      const judgement = reports[0]?.judgement;
      assert.ok(judgement?.kind === 'unverified' && judgement.cause === 'not-run');
      assert.equal(existsSync(join(shop.ground.cache, 'layers')), false);
    });

    it('is violated when the system’s root is not in the commit', async () => {
      const { reports, tree } = await shop.prepare(shop.plan({ root: 'elsewhere' }), 'tree-1');
      assert.equal(tree, undefined);
      assert.deepEqual(kindsOf(reports), ['root violated']);
    });

    it('needs neither an install nor a build', async () => {
      assert.ok(rootOf(await shop.prepare(system({ root: 'shop' }), 'tree-1')).endsWith('/shop'));
    });
  });
});
