import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CriterionPlan } from '../../../contracts/language/index.ts';
import type { CheckReport, EvidenceRef, Judgement, StepReport } from '../../../reports/index.ts';
import { createEvidenceStore, type RunFolder } from '../../../verifier/evidence/index.ts';
import { decideVerdict } from '../../../verifier/judge/index.ts';
import { recheckEvidence, type Judged } from '../../../verifier/recheck-evidence.ts';
import type { CriterionOutcome } from '../../../verifier/run/index.ts';
import { inRunFolder } from '../evidence/scratch.ts';

const at = { file: 'a.contract.yaml', line: 1, column: 1 };

function step(judgement: Judgement): StepReport {
  const origin = { written: at, via: [] };
  const words = { id: 'then.1', section: 'then', words: 'look', verb: 'api.get', origin, stated: true } as const;
  return { ...words, judgement, durationMs: 1, looks: [] };
}

/** A criterion with one step, and evidence of its own. */
function criterion(step: StepReport, evidence: EvidenceRef): CriterionOutcome {
  const { judgement } = step;
  const report = { id: 'A-01', title: 'A', claim: 'served', required: false, position: at, values: {} } as const;
  return {
    judgement:
      judgement.kind === 'satisfied'
        ? { judgement: 'satisfied', reached: 'served', evidence: judgement.evidence }
        : { judgement: 'violated', why: 'wrong', at },
    report: {
      ...report,
      judgement: judgement.kind,
      reached: 'served',
      steps: [step],
      evidence: [evidence],
      durationMs: 1,
    },
  };
}

function check(evidence: EvidenceRef): CheckReport {
  const judgement: Judgement = { kind: 'satisfied', evidence: [evidence] };
  const base = {
    name: 'types',
    layer: 'check',
    required: true,
    cached: false,
    diagnostics: [],
    durationMs: 1,
  } as const;
  return { ...base, judgement, evidence: [evidence] };
}

describe('evidence that is looked at again', () => {
  let ofCheck: EvidenceRef, ofStep: EvidenceRef, ofCriterion: EvidenceRef;
  const key = {} as CriterionPlan;

  async function recheck(
    spoil: (folder: RunFolder) => void,
    judgement: (evidence: EvidenceRef) => Judgement = (evidence) => ({ kind: 'satisfied', evidence: [evidence] }),
  ): Promise<{ before: Judged; after: Judged }> {
    let result: { before: Judged; after: Judged } | undefined;
    await inRunFolder(async (folder) => {
      const sink = createEvidenceStore(folder);
      const keep = (title: string) => sink.keep({ kind: 'output', title, mediaType: 'text/plain', content: title });
      [ofCheck, ofStep, ofCriterion] = [await keep('check'), await keep('step'), await keep('criterion')];
      const outcomes = new Map([[key, criterion(step(judgement(ofStep)), ofCriterion)]]);
      const before = { layers: { checks: [check(ofCheck)] }, criteria: { outcomes, checks: [], remarks: [] } };
      spoil(folder);
      result = { before, after: await recheckEvidence(before, { folderPath: folder.path, sink }) };
    });
    assert.ok(result !== undefined);
    return result;
  }

  const kindOf = ({ criteria }: Judged) => criteria.outcomes.get(key)?.judgement.judgement;
  const verdictOf = ({ layers, criteria }: Judged) =>
    decideVerdict({
      integrity: [],
      checks: [...layers.checks, ...criteria.checks],
      criteria: [
        { contract: 'a', id: 'A-00', title: '', required: true, position: at, selected: true, judgement: sound() },
      ],
      scope: { kind: 'whole' },
      allowPartial: false,
    }).verdict;
  const sound = () => ({ judgement: 'satisfied', reached: 'served', evidence: [ofCheck] }) as const;

  it('changes nothing while all of it is as it was kept', async () => {
    const { before, after } = await recheck(() => undefined);
    assert.equal(after, before);
    assert.equal(verdictOf(after), 'PASS');
  });

  for (const [harm, spoil] of [
    [
      'is gone',
      (path: string) => {
        rmSync(path);
      },
    ],
    [
      'was changed',
      (path: string) => {
        writeFileSync(path, 'forged');
      },
    ],
    [
      'is gone',
      (path: string) => {
        rmSync(path);
        symlinkSync('/etc/hostname', path);
      },
    ],
  ] as const) {
    it(`proves nothing when it ${harm}: the step, the criterion and the run`, async () => {
      const { after } = await recheck(({ path }) => {
        spoil(join(path, ofStep.path));
      });
      const outcome = after.criteria.outcomes.get(key);
      assert.ok(outcome !== undefined);
      assert.equal(kindOf(after), 'unverified');
      assert.deepEqual([outcome.report.judgement, outcome.report.cause], ['unverified', 'environment']);
      assert.ok((outcome.report.why ?? '').includes(`${ofStep.path} ${harm}`));
      assert.equal(outcome.report.steps[0]?.judgement.kind, 'unverified');
      assert.equal(after.layers.checks[0]?.judgement.kind, 'satisfied');
      assert.equal(verdictOf(after), 'BLOCKED', 'though only an optional criterion leaned on it');
    });
  }

  it('proves no criterion as a whole whose own records are gone, though its steps stand', async () => {
    const { after } = await recheck(({ path }) => {
      rmSync(join(path, ofCriterion.path));
    });
    assert.equal(kindOf(after), 'unverified');
    assert.equal(after.criteria.outcomes.get(key)?.report.steps[0]?.judgement.kind, 'satisfied');
  });

  it('proves no check', async () => {
    const { after } = await recheck(({ path }) => {
      rmSync(join(path, ofCheck.path));
    });
    assert.equal(after.layers.checks[0]?.judgement.kind, 'unverified');
    assert.equal(kindOf(after), 'satisfied');
  });

  it('excuses no violation', async () => {
    const { after } = await recheck(
      ({ path }) => {
        rmSync(join(path, ofStep.path));
      },
      (evidence) => ({ kind: 'violated', evidence: [evidence], mismatches: [{ path: '', message: 'wrong' }] }),
    );
    assert.equal(kindOf(after), 'violated');
    assert.equal(after.criteria.outcomes.get(key)?.report.steps[0]?.judgement.kind, 'violated');
    assert.equal(verdictOf(after), 'BLOCKED');
  });
});
