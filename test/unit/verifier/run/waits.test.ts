import assert from 'node:assert/strict';
import { runScripted, saw, type Script } from './scripted-run.ts';

/** A criterion of one look in then, written by the test. */
const looking = (look: string): string => `
  claim: shown
  given: [ { browser.open: { as: reader, path: / } } ]
  when:  [ { browser.click: { as: reader, role: button, name: Save } } ]
  then:  [ ${look.startsWith('{') ? look : `{ ${look} }`} ]
`;
const there = saw({ count: 1, elements: [{}], texts: ['Saved'] });
const gone = saw({ count: 0, elements: [], texts: [] });

/** The look sees what the moment says: ms since its first look. */
function seeing(observe: (sinceMs: number) => ReturnType<typeof saw>): Script {
  let firstMs: number | undefined;
  return ({ id, probe }, clock) => {
    if (id !== 'then.1') return saw(probe.verb === 'api.request' ? { status: 201 } : { outcome: 'done' });
    firstMs ??= clock.ms;
    return observe(clock.ms - firstMs);
  };
}

async function stepOf(look: string, observe: (sinceMs: number) => ReturnType<typeof saw>) {
  const { outcome, calls } = await runScripted(looking(look), seeing(observe));
  const step = outcome.report.steps.find(({ id }) => id === 'then.1');
  assert.ok(step);
  return { judgement: outcome.report.judgement, step, calls };
}

describe('stays', () => {
  const look = 'browser.see: { as: reader, text: Saved, within: 5s, stays: 2s }';

  it('is satisfied by what holds all the time, and is watched for that long', async () => {
    const { judgement, step, calls } = await stepOf(look, () => there);
    assert.equal(judgement, 'satisfied');
    assert.ok(calls.filter((id) => id === 'then.1').length > 5);
    assert.equal(step.looks.length, 1);
  });

  it('begins when it first holds', async () => {
    assert.equal((await stepOf(look, (ms) => (ms < 3_000 ? gone : there))).judgement, 'satisfied');
  });

  it('is violated by what is taken back before the time is over, and says how long it held', async () => {
    const { judgement, step } = await stepOf(look, (ms) => (ms < 1_500 ? there : gone));
    assert.equal(judgement, 'violated');
    assert.match(JSON.stringify(step.judgement), /it held for 1\d{3} ms, and did not stay/u);
  });

  it('is not mended by what comes back', async () => {
    assert.equal((await stepOf(look, (ms) => (ms > 600 && ms < 1_200 ? gone : there))).judgement, 'violated');
  });
});

describe('a request that is looked at again until its time is over', () => {
  const look = 'api.request: { as: reader, method: GET, path: /notes, within: 2s, expect: { status: 200 } }';
  const late = saw({ failed: 'late', detail: 'no answer within 1000 ms' });
  const told = async (observe: (sinceMs: number) => ReturnType<typeof saw>): Promise<string> => {
    const { judgement, step } = await stepOf(look, observe);
    assert.equal(judgement, 'violated');
    return JSON.stringify(step.judgement);
  };

  it('tells the last answer rather than that the last look had none', async () => {
    assert.match(await told((ms) => (ms < 1_500 ? saw({ status: 404 }) : late)), /404/u);
  });

  it('is violated by no answer after one that held', async () => {
    const staying = look.replace('within: 2s', 'within: 2s, stays: 2s');
    const { judgement, step } = await stepOf(staying, (ms) => (ms < 500 ? saw({ status: 200 }) : late));
    assert.equal(judgement, 'violated');
    assert.match(JSON.stringify(step.judgement), /late.*did not stay/u);
  });

  it('tells that there was no answer where there was none', async () => {
    assert.match(await told(() => late), /no answer within/u);
  });
});

describe('eventually with reloads', () => {
  const look = 'browser.see: { as: reader, text: Saved, eventually: { reload: true, within: 10s } }';

  it('loads the page again between looks, and not once it holds', async () => {
    let looks = 0;
    const { judgement, calls } = await stepOf(look, () => ((looks += 1) > 3 ? there : gone));
    assert.equal(judgement, 'satisfied');
    assert.equal(calls.filter((call) => call === 'reload reader').length, 3);
  });

  it('is unverified where the page may not be loaded again, and says why', async () => {
    const broken = { reload: () => Promise.resolve('it would send a form again') };
    const { outcome } = await runScripted(
      looking(look),
      seeing(() => gone),
      { broken },
    );
    const step = outcome.report.steps.find(({ id }) => id === 'then.1');
    assert.equal(step?.judgement.kind, 'unverified');
    assert.match(JSON.stringify(step.judgement), /it would send a form again/u);
  });

  it('goes on loading it while what holds must stay', async () => {
    const staying = look.replace('eventually', 'stays: 2s, eventually');
    const { judgement } = await stepOf(staying, (ms) => (ms < 1_000 ? there : gone));
    assert.equal(judgement, 'violated');
    const { calls } = await stepOf(staying, () => there);
    assert.ok(calls.filter((call) => call === 'reload reader').length > 3);
  });

  it('is violated when its time is over', async () => {
    const { judgement, step } = await stepOf(look, () => gone);
    assert.equal(judgement, 'violated');
    assert.ok(step.durationMs >= 10_000);
  });
});

describe('failIf', () => {
  const look =
    'browser.see: { as: reader, role: status, expect: { text: Done }, failIf: { text: Failed }, within: 5s }';
  const status = (text: string) => saw({ count: 1, elements: [{ text }], texts: [text] });

  it('ends the wait as soon as it holds', async () => {
    const { judgement, step } = await stepOf(look, (ms) => status(ms < 500 ? 'Running' : 'Failed'));
    assert.equal(judgement, 'violated');
    assert.ok(step.durationMs < 2_000);
    assert.match(JSON.stringify(step.judgement), /“failIf” came true/u);
  });

  it('violates what holds, when it comes true at the same time or while that must stay', async () => {
    const both = look.replace('Failed', '{ $contains: Failed }').replace('Done', '{ $contains: Done }');
    assert.equal((await stepOf(both, () => status('Done, Failed'))).judgement, 'violated');
    const staying = look.replace('within: 5s', 'within: 5s, stays: 2s');
    const { judgement, step } = await stepOf(staying, (ms) => status(ms > 500 && ms < 1_500 ? 'Failed' : 'Done'));
    assert.equal(judgement, 'violated');
    assert.match(JSON.stringify(step.judgement), /“failIf” came true/u);
  });

  it('that can’t be judged leaves it open', async () => {
    const endless = look.replace('text: Failed', 'text: { $matches: "^(a+)+$" }');
    assert.equal((await stepOf(endless, () => status(`${'a'.repeat(40)}!`))).judgement, 'unverified');
  });

  it('does not hinder what holds', async () => {
    assert.equal((await stepOf(look, (ms) => status(ms < 500 ? 'Running' : 'Done'))).judgement, 'satisfied');
  });
});

describe('looks behind one that was violated', () => {
  const look = 'browser.see: { as: reader, text: Saved, within: 5s }';
  const waitsOf = async (looks: string, script: Script): Promise<[string, string, number][]> => {
    const { outcome } = await runScripted(looking(looks), script);
    return outcome.report.steps
      .filter(({ section }) => section === 'then')
      .map(({ id, judgement, durationMs }) => [id, judgement.kind, Math.round(durationMs / 1_000)]);
  };
  const seen = (steps: Readonly<Record<string, (ms: number) => boolean>>): Script => {
    return ({ id, probe }, clock) => {
      if (probe.verb !== 'browser.see')
        return saw(probe.verb === 'api.request' ? { status: 201 } : { outcome: 'done' });
      return (steps[id] ?? (() => true))(clock.ms) ? there : gone;
    };
  };

  it('do not wait for the same time once more, and are judged by what they see then', async () => {
    const waits = await waitsOf(
      `{ ${look} }, { ${look} }, { ${look} }`,
      seen({ 'then.1': () => false, 'then.3': () => false }),
    );
    assert.deepEqual(waits, [
      ['then.1', 'violated', 5],
      ['then.2', 'satisfied', 0],
      ['then.3', 'violated', 0],
    ]);
  });

  it('have what is left of a longer time of their own', async () => {
    const longer = look.replace('5s', '9s');
    const waits = await waitsOf(`{ ${look} }, { ${longer} }`, seen({ 'then.1': () => false, 'then.2': () => false }));
    assert.deepEqual(waits, [
      ['then.1', 'violated', 5],
      ['then.2', 'violated', 4],
    ]);
  });

  it('have their whole time when none was violated, and after the next act', async () => {
    const late = (from: number) => (ms: number) => ms > from;
    assert.deepEqual(
      await waitsOf(`{ ${look} }, { ${look} }`, seen({ 'then.1': late(4_000), 'then.2': late(8_000) })),
      [
        ['then.1', 'satisfied', 4],
        ['then.2', 'satisfied', 4],
      ],
    );
    const act = 'browser.reload: { as: reader }';
    const waits = await waitsOf(
      `{ ${look} }, { ${act} }, { ${look} }`,
      seen({ 'then.1': () => false, 'then.3': late(9_000) }),
    );
    assert.deepEqual(waits, [
      ['then.1', 'violated', 5],
      ['then.2', 'satisfied', 0],
      ['then.3', 'satisfied', 4],
    ]);
  });

  it('that load the page again have their whole time', async () => {
    const reloading = look.replace('within: 5s', 'eventually: { reload: true, within: 5s }');
    const waits = await waitsOf(
      `{ ${look} }, { ${reloading} }`,
      seen({ 'then.1': () => false, 'then.2': () => false }),
    );
    assert.deepEqual(waits, [
      ['then.1', 'violated', 5],
      ['then.2', 'violated', 5],
    ]);
  });
});
