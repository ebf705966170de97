import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BrowserSupply, type CriterionEngine, type LaunchedBrowser } from '../../../../verifier/run/browser-supply.ts';
import { noBrowser } from '../../../../verifier/run/no-browser.ts';

/** A browser's process as a supply sees it. */
class Process implements LaunchedBrowser {
  readonly version = '1';
  isAlive = true;
  isClosed = false;
  /** Answers, but opens no page. */
  isSick = false;
  readonly #listeners: (() => void)[] = [];

  answers(): Promise<boolean> {
    return Promise.resolve(this.isAlive);
  }
  control(): ReturnType<LaunchedBrowser['control']> {
    return Promise.resolve(this.isAlive && !this.isSick ? { up: true } : { up: false, why: 'no page' });
  }
  onEnd(ended: () => void): void {
    this.#listeners.push(ended);
  }
  openCriterion(): ReturnType<LaunchedBrowser['openCriterion']> {
    return { ...noBrowser.openCriterion(unused), actors: ['reader'] };
  }
  [Symbol.asyncDispose](): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
  die(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const listener of this.#listeners) listener();
  }
}

/** Nothing here looks at it. */
const unused = {} as Parameters<LaunchedBrowser['openCriterion']>[0];

interface World {
  readonly supply: BrowserSupply;
  /** All that were ever started, the first one too. */
  readonly processes: Process[];
  /** How often a launch was tried. */
  tries: number;
}

function open(starts: (trial: number) => boolean = () => true): World {
  const processes = [new Process()];
  const world = { processes, tries: 0 };
  const supply = new BrowserSupply(last(processes), async () => {
    world.tries += 1;
    await Promise.resolve();
    if (!starts(world.tries)) return { ok: false, failure: 'no\n  memory' };
    processes.push(new Process());
    return { ok: true, value: last(processes) };
  });
  return Object.assign(world, { supply });
}

function last(processes: readonly Process[]): Process {
  const process = processes.at(-1);
  if (process === undefined) throw new Error('none');
  return process;
}

function withPage(engine: CriterionEngine): CriterionEngine {
  engine.openCriterion(unused);
  return engine;
}

async function isUp(engine: CriterionEngine): Promise<boolean> {
  return (await withPage(engine).control()).up;
}

describe('the browser of a run', () => {
  it('is one for all criteria while it lives, and there is nothing to tell', async () => {
    const world = open();
    for (const name of ['a', 'b']) assert.ok(await isUp(await world.supply.take(name)));
    assert.deepEqual([world.tries, world.supply.remarks()], [0, []]);
  });

  it('that ended is launched again once for all that miss it at the same time', async () => {
    const { supply, processes } = open();
    last(processes).die();
    const engines = await Promise.all([supply.take('a'), supply.take('b'), supply.take('c')]);
    assert.deepEqual(await Promise.all(engines.map(isUp)), [true, true, true]);
    assert.equal(processes.length, 2);
    assert.equal(processes[0]?.isClosed, true);
    assert.deepEqual(supply.remarks(), ['the browser ended once, and was launched again once']);
  });

  it('stays ended for the criteria that had it, and names those with open pages', async () => {
    const { supply, processes } = open();
    const [a, b, apiOnly, over] = await Promise.all(['a', 'b', 'c', 'd'].map((name) => supply.take(name)));
    assert.ok(a !== undefined && b !== undefined && apiOnly !== undefined && over !== undefined);
    for (const engine of [a, b, over]) withPage(engine);
    await over[Symbol.asyncDispose]();
    last(processes).die();
    await supply.take('e');
    assert.deepEqual([(await a.control()).up, (await b.control()).up], [false, false]);
    const then = '; the next criterion that needs one gets another';
    assert.equal(await a.ended(), `the browser ended while pages of this criterion and of “b” were open${then}`);
    assert.equal(await b.ended(), `the browser ended while pages of this criterion and of “a” were open${then}`);
    assert.deepEqual(supply.remarks(), [
      'the browser ended once while pages of “a”, “b” were open, and was launched again once',
    ]);
    // One that opened no page saw nothing in it, and is not asked for it.
    assert.deepEqual([await apiOnly.control(), await apiOnly.ended()], [{ up: true }, undefined]);
    // One that opens its first page now is told whose it was.
    assert.equal(await withPage(apiOnly).ended(), `the browser ended while pages of “a”, “b” were open${then}`);
  });

  it('that has ended though nobody heard of it is found to have when a criterion is over', async () => {
    const { supply, processes } = open();
    const engine = withPage(await supply.take('a'));
    assert.equal(await engine.ended(), undefined);
    last(processes).isAlive = false;
    assert.match((await engine.ended()) ?? '', /^the browser ended while pages of this criterion were open/u);
    assert.equal(supply.remarks().length, 1);
  });

  it('is not launched before a criterion needs it', async () => {
    const world = open();
    const { supply, processes } = world;
    withPage(await supply.take('a'));
    last(processes).die();
    await supply[Symbol.asyncDispose]();
    assert.equal(world.tries, 0);
    assert.deepEqual(supply.remarks(), [
      'the browser ended once while pages of “a” were open, and nothing needed one after that',
    ]);
  });

  it('that answers but opens no page is asked once more, and ended when it still opens none', async () => {
    const { supply, processes } = open();
    const [first] = processes;
    assert.ok(first !== undefined);
    first.isSick = true;
    assert.equal(await isUp(await supply.take('a')), false);
    first.isSick = false;
    assert.ok(await isUp(await supply.take('b')));
    first.isSick = true;
    assert.equal(await isUp(await supply.take('c')), false);
    assert.equal(first.isClosed, false);
    assert.ok(await isUp(await supply.take('d')));
    assert.ok(first.isClosed);
    assert.equal(processes.length, 2);
  });

  it('that can’t be launched leaves the criterion without, says why, and is given up after three times', async () => {
    const world = open(() => false);
    last(world.processes).die();
    for (let times = 0; times < 5; times += 1) {
      const control = await (await world.supply.take('a')).control();
      assert.deepEqual(control, {
        up: false,
        why: 'the browser had ended, and could not be launched again: no memory',
      });
    }
    assert.equal(world.tries, 3);
    assert.deepEqual(world.supply.remarks(), ['the browser ended once, and could not be launched again']);
  });

  it('that is launched at last is counted anew', async () => {
    const world = open((trial) => trial % 3 === 0);
    for (let round = 0; round < 3; round += 1) {
      last(world.processes).die();
      const ups = [];
      for (let times = 0; times < 3; times += 1) ups.push((await (await world.supply.take('a')).control()).up);
      assert.deepEqual(ups, [false, false, true]);
    }
    assert.equal(world.tries, 9);
  });

  it('is launched for nobody when the run is over, and one on its way is ended', async () => {
    const world = open();
    const { supply, processes } = world;
    last(processes).die();
    const late = supply.take('a');
    await supply[Symbol.asyncDispose]();
    await late;
    assert.ok(processes.every(({ isClosed }) => isClosed));
    assert.equal(processes.length, 2);
    assert.equal((await (await supply.take('b')).control()).up, false);
    assert.equal(world.tries, 1);
  });

  it('is never two, never more often launched than criteria took it, and nothing of it is left', async () => {
    type Event = 'die' | 'take' | 'take two' | 'give back';
    const events = fc.array(fc.constantFrom<Event>('die', 'take', 'take two', 'give back'), { maxLength: 30 });
    const starting = fc.func<[number], boolean>(fc.boolean());
    await fc.assert(
      fc.asyncProperty(events, starting, async (story, starts) => {
        const world = open(starts);
        const { supply, processes } = world;
        const held: CriterionEngine[] = [];
        let taken = 0;
        let deaths = 0;
        const take = async (): Promise<void> => {
          taken += 1;
          const engine = await supply.take(`c-${String(taken)}`);
          assert.equal(await isUp(engine), last(processes).isAlive);
          held.push(engine);
        };
        for (const event of story) {
          if (event === 'take') await take();
          else if (event === 'take two') await Promise.all([take(), take()]);
          else if (event === 'give back') await held.shift()?.[Symbol.asyncDispose]();
          else {
            deaths += Number(last(processes).isAlive);
            last(processes).die();
          }
          assert.ok(processes.filter(({ isAlive }) => isAlive).length <= 1);
          assert.ok(processes.slice(0, -1).every(({ isClosed }) => isClosed));
          assert.ok(world.tries <= taken);
          assert.ok(processes.length - 1 <= deaths);
          assert.equal(supply.remarks().length, Math.min(1, deaths));
        }
        await supply[Symbol.asyncDispose]();
        assert.ok(processes.every(({ isClosed }) => isClosed));
      }),
    );
  });
});
