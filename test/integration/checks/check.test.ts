import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckPlan, SystemPlan } from '../../../contracts/language/index.ts';
import type { CheckReport } from '../../../reports/index.ts';
import { check, script } from './run-fixture.ts';
import { Shop } from './shop-fixture.ts';

describe('layers: checks', () => {
  let shop: Shop;
  beforeEach(() => {
    shop = new Shop();
  });
  afterEach(() => {
    shop.ground.remove();
  });

  describe('check', () => {
    const runOn = async (
      plan: CheckPlan,
      options: { tree?: string; services?: string[]; env?: Record<string, string>; parts?: Partial<SystemPlan> } = {},
    ): Promise<CheckReport> => {
      const { tree = 'tree-1', services = [], env = {}, parts = {} } = options;
      const run = shop.layers();
      const preparation = await shop.prepare(shop.plan(parts), tree, { layers: run });
      assert.ok(preparation.tree !== undefined);
      const report = await run.check({ plan, tree: preparation.tree, env, services });
      assert.deepEqual(
        readdirSync(preparation.tree.root).sort(),
        ['app.js', 'dist', 'lock', 'node_modules'],
        'the application’s tree is untouched',
      );
      return report;
    };
    const passing = () =>
      check(
        script(
          shop.counted('check', "fs.writeFileSync('coverage', fs.readFileSync('dist/app.js')); console.log('fine')"),
        ),
      );

    it('runs on the built tree, in a copy that the application does not see', async () => {
      const report = await runOn(passing());
      assert.deepEqual(
        [report.name, report.layer, report.judgement.kind, report.exitCode, report.cached],
        ['unit', 'check', 'satisfied', 0, false],
      );
    });

    it('is taken from an earlier run of the same tree, and says so', async () => {
      await runOn(passing());
      const report = await runOn(passing());
      assert.equal(shop.ran(), 'install build check');
      assert.deepEqual(
        [report.judgement.kind, report.cached, shop.sink.textOf(report.evidence)],
        ['satisfied', true, '$ node script\nfine\n[exit code 0]\n'],
      );
    });

    it('is run again when it was violated, and names files from the top of the checkout', async () => {
      const failing = check(
        script(
          shop.counted('check', "console.log(process.cwd() + '/a.ts(3,5): error TS2322: wrong'); process.exitCode = 2"),
        ),
        'tsc',
      );
      for (const times of ['check', 'check check']) {
        const report = await runOn(failing);
        assert.equal(report.cached, false);
        assert.equal(shop.ran(), `install build ${times}`);
        assert.deepEqual(report.diagnostics, [
          { file: 'shop/a.ts', line: 3, column: 5, severity: 'error', code: 'TS2322', message: 'wrong', count: 1 },
        ]);
        assert.equal(report.judgement.kind, 'violated');
      }
    });

    it('is never kept when it is unverified', async () => {
      const slow = check(script(shop.counted('check', 'setInterval(() => {}, 1000)'), 1));
      await runOn(slow);
      const report = await runOn(slow);
      assert.ok(report.judgement.kind === 'unverified' && report.judgement.cause === 'time' && !report.cached);
      assert.equal(report.exitCode, undefined);
    });

    it('is run again on another tree, with other services and other variables, not with another port', async () => {
      const plan = { ...passing(), needs: ['db'] };
      await runOn(plan, { services: ['db: embedded 15'], env: { DATABASE_URL: 'postgres://localhost:1111/a' } });
      await runOn(plan, { services: ['db: embedded 15'], env: { DATABASE_URL: 'postgres://localhost:2222/b' } });
      const count = (): number =>
        shop
          .ran()
          .split(' ')
          .filter((name) => name === 'check').length;
      assert.equal(count(), 1);
      await runOn(plan, { services: ['db: containers 16'] });
      assert.equal(count(), 2);
      await runOn(plan, { services: ['db: embedded 15'], tree: 'tree-2' });
      assert.equal(count(), 3);
      await runOn(plan, { services: ['db: embedded 15'], parts: { env: { MODE: { kind: 'literal', value: 'x' } } } });
      assert.equal(count(), 4);
    });

    it('does not believe a kept result that was changed by hand', async () => {
      const plan = check(script(shop.counted('check', 'console.log("1 file is wrong")')));
      await runOn(plan);
      const folder = join(shop.ground.cache, 'outcomes');
      for (const name of readdirSync(folder))
        writeFileSync(join(folder, name), readFileSync(join(folder, name), 'utf8').replace('1 file', 'no file'));
      const report = await runOn(plan);
      assert.equal(report.cached, false);
      assert.match(shop.sink.textOf(report.evidence), /1 file is wrong/);
    });

    for (const [act, source] of [
      ['changes', "fs.appendFileSync('app.js', '!')"],
      [
        'changes, unseen by size and time,',
        "const { atime, mtime } = fs.statSync('app.js'); fs.writeFileSync('app.js', 'APP '); fs.utimesSync('app.js', atime, mtime)",
      ],
      ['removes', "fs.rmSync('dist/app.js')"],
      ['replaces', "fs.rmSync('app.js'); fs.mkdirSync('app.js')"],
    ] as const) {
      it(`that ${act} a file does it for itself alone`, async () => {
        const layers = shop.layers();
        const { tree } = await shop.prepare(shop.plan(), 'tree-1', { layers });
        assert.ok(tree !== undefined);
        const look =
          "console.log(fs.readFileSync('app.js', 'utf8') + fs.readFileSync('dist/app.js', 'utf8'), fs.existsSync('added'));";
        const run = (text: string) =>
          layers.check({ plan: check(script(`const fs = require('node:fs'); ${text}`)), tree, env: {}, services: [] });
        await run("fs.writeFileSync('added', ''); fs.writeFileSync('node_modules/lib.js', '')");
        assert.match(shop.sink.textOf((await run(look)).evidence), /app app lib true/);
        await run(`${source}; process.exitCode = 1`);
        assert.match(shop.sink.textOf((await run(`${look} void 0;`)).evidence), /app app lib false/);
        assert.match(shop.notes.join('\n'), /a check changed shop\/(app|dist\/app)\.js: /);
      });
    }
  });

  describe('run', () => {
    it('tells why a migration failed, with its last lines', async () => {
      const layers = shop.layers();
      const where = { cwd: shop.ground.home, env: { DATABASE_URL: 'x' } };
      assert.deepEqual(await layers.run(script('process.exitCode = process.env.DATABASE_URL === "x" ? 0 : 1'), where), {
        ok: true,
        value: undefined,
      });
      const failed = await layers.run(script('console.error("relation exists"); process.exitCode = 1'), where);
      assert.ok(!failed.ok && failed.failure.durationMs > 0);
      assert.deepEqual(failed, {
        ok: false,
        failure: {
          why: '“node script” ended with exit code 1',
          output: 'relation exists',
          durationMs: failed.failure.durationMs,
        },
      });
    });
  });
});
