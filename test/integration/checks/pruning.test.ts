import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pruneCache } from '../../../verifier/checks/cache/pruning.ts';
import { clock, Ground } from './run-fixture.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-01-02T00:00:00Z');
const frozen = { ...clock, now: () => now };

describe('pruneCache', () => {
  let ground: Ground;
  let folders: { layers: string; outcomes: string };
  beforeEach(() => {
    ground = new Ground();
    folders = { layers: join(ground.home, 'layers'), outcomes: join(ground.home, 'outcomes') };
    mkdirSync(folders.layers);
    mkdirSync(folders.outcomes);
  });
  afterEach(() => {
    ground.remove();
  });
  const age = (path: string, hours: number): void => {
    const then = new Date(now.getTime() - hours * HOUR_MS);
    utimesSync(path, then, then);
  };
  const layer = (name: string, hours: number, bytes: number): void => {
    mkdirSync(join(folders.layers, name, 'content'), { recursive: true });
    writeFileSync(join(folders.layers, name, 'layer.json'), JSON.stringify({ size: { files: 1, bytes } }));
    age(join(folders.layers, name, 'layer.json'), hours);
  };
  const left = (): string[] => readdirSync(folders.layers).sort();

  it('removes the layers that were not used for the longest time, down to the limit', async () => {
    layer('a', 50, 40);
    layer('b', 3, 40);
    layer('c', 20, 40);
    await pruneCache(folders, frozen, { layerBytes: 100, outcomes: 9 });
    assert.deepEqual(left(), ['b', 'c']);
  });

  it('leaves what another run may be using', async () => {
    layer('a', 0.5, 400);
    layer('b', 0.1, 400);
    await pruneCache(folders, frozen, { layerBytes: 1, outcomes: 9 });
    assert.deepEqual(left(), ['a', 'b']);
  });

  it('removes what a killed run left unfinished, but not what may still be written', async () => {
    for (const [name, hours] of [
      ['partial-old', 7],
      ['partial-new', 5],
    ] as const) {
      mkdirSync(join(folders.layers, name));
      age(join(folders.layers, name), hours);
    }
    await pruneCache(folders, frozen);
    assert.deepEqual(left(), ['partial-new']);
  });

  it('bounds the number of kept outcomes', async () => {
    for (const hours of [2, 3, 4]) {
      const file = join(folders.outcomes, `${String(hours)}.json`);
      writeFileSync(file, '{}');
      age(file, hours);
    }
    await pruneCache(folders, frozen, { layerBytes: 1, outcomes: 2 });
    assert.deepEqual(readdirSync(folders.outcomes).sort(), ['2.json', '3.json']);
  });

  it('has nothing to do where nothing is', async () => {
    await pruneCache({ layers: join(ground.home, 'none'), outcomes: join(ground.home, 'none') }, frozen);
  });
});
