import assert from 'node:assert/strict';
import type { CriterionJudgement } from '../../../../verifier/judge/index.ts';
import { remarkOnBrowserEnds, tellBrowserEnd, withBrowserEnd } from '../../../../verifier/run/browser-end.ts';
import { but, criterion, healthy, missing } from './healthy-run.ts';
import { runScripted, saw } from './scripted-run.ts';

const end = (...names: string[]): ReadonlySet<string> => new Set(names);

describe('the end of a browser', () => {
  it('is told to a criterion with those whose pages were open', () => {
    const then = '; the next criterion that needs one gets another';
    assert.equal(tellBrowserEnd(end(), 'a'), `the browser ended${then}`);
    assert.equal(tellBrowserEnd(end('a'), 'a'), `the browser ended while pages of this criterion were open${then}`);
    assert.equal(tellBrowserEnd(end('b'), 'a'), `the browser ended while pages of “b” were open${then}`);
  });

  it('is counted for the run, and names each criterion once, and not all of many', () => {
    assert.equal(remarkOnBrowserEnds([], { count: 0, isFailing: true }), undefined);
    assert.equal(
      remarkOnBrowserEnds([end('a', 'b'), end('b'), end()], { count: 2, isFailing: true }),
      'the browser ended 3 times while pages of “a”, “b” were open, and was launched again twice, then could not be launched again',
    );
    assert.equal(
      remarkOnBrowserEnds([end('a', 'b', 'c', 'd', 'e')], { count: 0, isFailing: false }),
      'the browser ended once while pages of “a”, “b”, “c” and 2 more were open, and nothing needed one after that',
    );
  });

  it('is said where the environment is to blame, and nowhere else', () => {
    const unverified: CriterionJudgement = { judgement: 'unverified', cause: 'environment', why: 'nothing seen' };
    assert.equal(whyOf(withBrowserEnd(unverified, 'it ended')), 'nothing seen; it ended');
    assert.equal(whyOf(withBrowserEnd({ ...unverified, why: 'it ended' }, 'it ended')), 'it ended');
    const said = { ...unverified, why: '“guest opens /”: the browser ended' };
    assert.equal(
      whyOf(withBrowserEnd(said, 'the browser ended while open')),
      '“guest opens /”: the browser ended while open',
    );
    const others: CriterionJudgement[] = [
      { ...unverified, cause: 'precondition' },
      { judgement: 'violated', why: 'wrong', at: { file: 'a', line: 1, column: 1 } },
    ];
    for (const judged of others) assert.equal(withBrowserEnd(judged, 'it ended'), judged);
    assert.equal(withBrowserEnd(unverified, undefined), unverified);
  });
});

describe('a criterion under which the browser ended', () => {
  const broken = { browserEnd: () => Promise.resolve('the browser ended') };

  it('is not satisfied, though every step was: what was recorded may not be all', async () => {
    const { judgement } = (await runScripted(criterion, healthy, { broken })).outcome;
    assert.deepEqual(judgement, {
      judgement: 'unverified',
      cause: 'environment',
      why: 'the browser ended',
      reached: 'persisted',
    });
  });

  it('is not violated by what it then misses, and says why', async () => {
    const script = but('then.1', () => missing);
    const { judgement, report } = (await runScripted(criterion, script, { broken })).outcome;
    assert.ok(judgement.judgement === 'unverified' && judgement.cause === 'environment');
    assert.match(judgement.why, /^the environment was not healthy; “.*; the browser ended$/u);
    assert.equal(report.why, judgement.why);
  });

  it('that could not take a step says both', async () => {
    const script = but('when.1', () => ({ kind: 'errored', cause: 'environment', why: 'it died', evidence: [] }));
    const { judgement } = (await runScripted(criterion, script, { broken })).outcome;
    assert.match(whyOf(judgement), /: it died; the browser ended$/u);
  });

  it('is violated as ever when it did not end', async () => {
    const script = but('then.2', () => saw({ rows: [] }));
    assert.equal((await runScripted(criterion, script)).outcome.judgement.judgement, 'violated');
  });
});

function whyOf(judged: CriterionJudgement): string {
  return judged.judgement === 'satisfied' ? '' : judged.why;
}
