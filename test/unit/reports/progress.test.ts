import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import type { CheckReport, RunEvent, StepReport } from '../../../reports/index.ts';
import {
  advanceProgress,
  NO_PROGRESS,
  renderProgressBlock,
  renderProgressLine,
} from '../../../reports/render/index.ts';
import { passReport } from '../../fixtures/reports/pass.ts';
import { anyReportInLanguage } from './arbitrary-language.ts';
import { text } from './arbitrary-report.ts';

const options = { color: false, width: 80 };
const criterion = { contract: 'favorites', id: 'AC-01', title: 'A favourite is saved on the server' };
const [, , , , check] = passReport().report.checks as [CheckReport, CheckReport, CheckReport, CheckReport, CheckReport];

function line(event: RunEvent): string | undefined {
  return renderProgressLine(event, options);
}

describe('a line of progress', () => {
  it('tells what ended, in one line', () => {
    assert.equal(line({ kind: 'check-finished', check }), '✓ unit (5.3 s): 48 passed, 0 failed');
    assert.equal(
      line({ kind: 'criterion-finished', criterion, judgement: 'satisfied', durationMs: 1840 }),
      '✓ favorites AC-01 A favourite is saved on the server (1.8 s)',
    );
    assert.equal(
      line({ kind: 'phase-finished', phase: 'services', ok: true, durationMs: 410, detail: 'db embedded' }),
      '✓ starting services (410 ms): db embedded',
    );
    assert.equal(line({ kind: 'note', message: 'no engine' }), '· no engine');
  });

  it('says why a criterion is not satisfied', () => {
    const violated: RunEvent = {
      kind: 'criterion-finished',
      criterion,
      judgement: 'violated',
      why: 'then.3',
      durationMs: 3,
    };
    assert.match(line(violated) ?? '', /^✗ favorites AC-01 .*\n {4}then\.3$/u);
    const unverified: RunEvent = { ...violated, judgement: 'unverified', cause: 'time', why: 'too slow' };
    assert.match(line(unverified) ?? '', /^\? favorites .*\n {4}time: too slow$/u);
  });

  it('is nothing for what only begins', () => {
    const events: RunEvent[] = [
      { kind: 'phase-started', phase: 'layers' },
      { kind: 'check-started', name: 'unit' },
      { kind: 'criteria-planned', count: 3 },
      { kind: 'criterion-started', criterion },
    ];
    assert.deepEqual(events.map(line), [undefined, undefined, undefined, undefined]);
  });
});

describe('the live block of progress', () => {
  const block = (events: readonly RunEvent[], elapsedMs = 1200): string[] =>
    renderProgressBlock(events.reduce(advanceProgress, NO_PROGRESS), { ...options, elapsedMs });

  it('names the phase, how far it is, and what runs', () => {
    const lines = block([
      { kind: 'phase-started', phase: 'criteria' },
      { kind: 'criteria-planned', count: 4 },
      { kind: 'criterion-started', criterion },
      { kind: 'criterion-started', criterion: { ...criterion, id: 'AC-02' } },
      { kind: 'criterion-finished', criterion, judgement: 'violated', durationMs: 9 },
    ]);
    assert.match(lines[0] ?? '', /criteria \(1\.2 s\)$/u);
    assert.match(lines[1] ?? '', /━{6}─{18} {2}1 of 4 {2}1 violated$/u);
    assert.deepEqual(lines.slice(2), ['  favorites AC-02 A favourite is saved on the server']);
  });

  it('tells criteria of different contracts apart that have one id', () => {
    const other = { ...criterion, contract: 'articles' };
    const lines = block([
      { kind: 'criterion-started', criterion },
      { kind: 'criterion-started', criterion: other },
      { kind: 'criterion-finished', criterion, judgement: 'satisfied', durationMs: 9 },
    ]);
    assert.match(lines.at(-1) ?? '', /articles AC-01/u);
    assert.equal(lines.length, 2);
  });

  it('says how many more run than it shows', () => {
    const started = Array.from({ length: 9 }, (_, index): RunEvent => ({
      kind: 'check-started',
      name: `c${String(index)}`,
    }));
    assert.equal(block(started).at(-1), '  and 5 more');
    assert.equal(
      block([...started, { kind: 'check-finished', check: { ...check, name: 'c0' } }]).at(-1),
      '  and 4 more',
    );
  });

  it('turns while time passes', () => {
    assert.notEqual(block([], 0)[0]?.[0], block([], 80)[0]?.[0]);
  });

  it('and the lines are never wider than the terminal, whatever things are called', () => {
    const events = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('note' as const), message: text }),
        fc.record({ kind: fc.constant('check-started' as const), name: text }),
        fc.record({
          kind: fc.constant('criterion-started' as const),
          criterion: fc.record({ contract: text, id: text, title: text }),
        }),
        fc.record({ kind: fc.constant('phase-started' as const), phase: fc.constant('layers' as const), detail: text }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(events, fc.integer({ min: 40, max: 120 }), fc.boolean(), (list, width, color) => {
        const live = renderProgressBlock(list.reduce(advanceProgress, NO_PROGRESS), { width, color, elapsedMs: 5 });
        const lines = list
          .map((event) => renderProgressLine(event, { width, color }))
          .filter((one) => one !== undefined);
        for (const one of [...live, ...lines]) {
          assert.ok(stringWidth(one) <= width, one);
          assert.doesNotMatch(stripVTControlCharacters(one), /\p{Cc}/u);
        }
      }),
    );
  });

  it('and no wider where a criterion’s mismatches are told, whatever its steps observed', () => {
    fc.assert(
      fc.property(anyReportInLanguage, fc.integer({ min: 40, max: 120 }), ({ contracts }, width) => {
        for (const { id, title, judgement, steps, values } of contracts.flatMap((contract) => contract.criteria)) {
          const said = steps.map((step) => `“${step.words}”: ${saidOf(step)}`).join('; ');
          const event: RunEvent = {
            kind: 'criterion-finished',
            criterion: { contract: 'c', id, title },
            judgement,
            why: said,
            told: { steps, values },
            durationMs: 1,
          };
          for (const one of (renderProgressLine(event, { color: false, width }) ?? '').split('\n'))
            assert.ok(stringWidth(one) <= width, one);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** As the judge says it. */
function saidOf({ judgement }: StepReport): string {
  if (judgement.kind !== 'violated') return '';
  const [{ path, message }] = judgement.mismatches;
  return path === '' ? message : `${path} ${message}`;
}
