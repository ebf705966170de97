import assert from 'node:assert/strict';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { kindsOf, rootOf, Shop } from './shop-fixture.ts';

describe('layers: cache', () => {
  let shop: Shop;
  beforeEach(() => {
    shop = new Shop();
  });
  afterEach(() => {
    shop.ground.remove();
  });

  describe('the cache', () => {
    const layers = (): string[] => readdirSync(join(shop.ground.cache, 'layers'));
    const contents = (name: string): string => {
      const found = layers()
        .map((key) => join(shop.ground.cache, 'layers', key, 'content', name))
        .find((path) => existsSync(path));
      assert.ok(found !== undefined);
      return found;
    };

    for (const [damage, harm] of [
      [
        'a file is missing',
        (file: string) => {
          rmSync(file);
        },
      ],
      [
        'a file is cut off',
        (file: string) => {
          truncateSync(file, 1);
        },
      ],
      [
        'a file was changed, with its size and its time as before',
        (file: string) => {
          const { atime, mtime } = statSync(file);
          writeFileSync(file, 'bad');
          utimesSync(file, atime, mtime);
        },
      ],
    ] as const) {
      it(`notices when ${damage}, and mends itself`, async () => {
        await shop.prepare(shop.plan(), 'tree-1');
        harm(contents('shop/node_modules/lib.js'));
        for (const expected of ['install satisfied', 'install satisfied cached']) {
          const preparation = await shop.prepare(shop.plan(), 'tree-1');
          assert.equal(kindsOf(preparation.reports)[0], expected);
          assert.equal(readFileSync(join(rootOf(preparation), 'node_modules/lib.js'), 'utf8'), 'lib');
        }
      });
    }

    it('does not use an entry without its description, or with half of it', async () => {
      await shop.prepare(shop.plan(), 'tree-1');
      for (const key of layers())
        writeFileSync(join(shop.ground.cache, 'layers', key, 'layer.json'), '{"added":["shop/node');
      await shop.prepare(shop.plan(), 'tree-1');
      for (const key of layers()) rmSync(join(shop.ground.cache, 'layers', key, 'layer.json'));
      await shop.prepare(shop.plan(), 'tree-1');
      assert.equal(shop.ran(), 'install build install build install build');
    });

    it('holds two runs at once', async () => {
      const both = await Promise.all([shop.prepare(shop.plan(), 'tree-1'), shop.prepare(shop.plan(), 'tree-1')]);
      for (const preparation of both)
        assert.equal(readFileSync(join(rootOf(preparation), 'dist/app.js'), 'utf8'), 'app lib');
      assert.equal(layers().length, 2, 'one entry for install, one for build, nothing half done');
      assert.deepEqual(kindsOf((await shop.prepare(shop.plan(), 'tree-1')).reports), [
        'install satisfied cached',
        'build satisfied cached',
      ]);
    });

    it('is no condition: without a place to keep it, a run only takes longer', async () => {
      writeFileSync(shop.ground.cache, 'a file where the folder should be');
      rootOf(await shop.prepare(shop.plan(), 'tree-1'));
      assert.match(shop.notes.join('\n'), /the result of install could not be kept/);
    });
  });
});
