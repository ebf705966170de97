import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import type { VerificationReport } from '../../../reports/index.ts';
import { renderSummary, type SummaryOptions } from '../../../reports/render/index.ts';
import { blockedReport } from '../../fixtures/reports/blocked.ts';
import { failReport } from '../../fixtures/reports/fail.ts';
import { hostileReport } from '../../fixtures/reports/hostile.ts';
import { largeReport } from '../../fixtures/reports/large.ts';
import { partialReport, passReport } from '../../fixtures/reports/pass.ts';
import { wholeLanguageReport } from '../../fixtures/reports/whole-language.ts';
import { anyReportInLanguage } from './arbitrary-language.ts';
import { anyReport } from './arbitrary-report.ts';

const reportPath = '.assay/runs/20260302-101503-k4v9/report.html';

function summary(report: VerificationReport, more: Partial<SummaryOptions> = {}): string {
  return renderSummary(report, { color: false, width: 80, reportPath, ...more });
}

function linesOf(text: string): string[] {
  assert.ok(text.endsWith('\n'));
  return text.slice(0, -1).split('\n');
}

describe('the console summary', () => {
  for (const fixture of [
    passReport,
    partialReport,
    failReport,
    blockedReport,
    largeReport,
    hostileReport,
    wholeLanguageReport,
  ]) {
    it(`of ${fixture.name} fits a screen of 80 columns and 40 lines`, () => {
      const lines = linesOf(summary(fixture().report));
      assert.ok(lines.length <= 40, `${String(lines.length)} lines`);
      for (const line of lines) assert.ok(stringWidth(line) <= 80, `${String(stringWidth(line))}: ${line}`);
    });
  }

  it('states the verdict first, whatever the report holds', () => {
    fc.assert(
      fc.property(anyReport, fc.integer({ min: 0, max: 200 }), (report, width) => {
        const [first] = linesOf(summary(report, { width }));
        assert.ok(first?.startsWith(` ${report.verdict} `) === true, first);
        for (const other of ['PASS', 'FAIL', 'BLOCKED', 'REVIEW_REQUIRED']) {
          if (other !== report.verdict) assert.ok(!first.startsWith(` ${other} `));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is as wide as the terminal at most and 40 lines long, whatever the report holds', () => {
    fc.assert(
      fc.property(fc.oneof(anyReport, anyReportInLanguage), fc.integer({ min: 60, max: 200 }), (report, width) => {
        const lines = linesOf(summary(report, { width }));
        assert.ok(lines.length <= 40);
        for (const line of lines) assert.ok(stringWidth(line) <= width, line);
      }),
      { numRuns: 60 },
    );
  });

  it('cuts the name of a contract rather than its counts where there is no room for both', () => {
    const { report } = failReport();
    const contracts = report.contracts.map((contract) => ({ ...contract, name: 'x'.repeat(80) }));
    const lines = linesOf(summary({ ...report, contracts }, { width: 40 }));
    assert.ok(
      lines.some((line) => /^✗ x+…  \d+ of \d+, \d+ violated/u.test(line)),
      lines.join('\n'),
    );
    for (const line of lines.filter((one) => one.includes('xxx'))) assert.ok(stringWidth(line) <= 40, line);
  });

  it('sends nothing to the terminal that acts, but for its own colours', () => {
    fc.assert(
      fc.property(fc.oneof(anyReport, anyReportInLanguage), fc.boolean(), (report, color) => {
        const text = summary(report, { color });
        // Colours are all that may be there.
        const plain = text.replace(/\u001b\[\d+m/gu, '');
        assert.equal(color || plain === text, true, 'no colours unless asked for');
        assert.doesNotMatch(
          plain,
          /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.exec(plain.replaceAll('\n', '')) ? /^/u : /$^/u,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('has the same text with colours as without', () => {
    const { report } = failReport();
    assert.equal(stripVTControlCharacters(summary(report, { color: true })), summary(report));
    assert.notEqual(summary(report, { color: true }), summary(report));
  });

  it('says of a violated criterion what was expected and seen on each surface, where, and what shows it', () => {
    const text = summary(failReport().report, { width: 140 });
    for (const part of [
      'favorites AC-01  A favourite is saved on the server',
      'API     articles expected 1 element, found none',
      'table   row 1, n expected 1, found 0',
      'table   favorites: 1 row inserted expected, none was',
      'contracts/sample-app/favorites.contract.yaml:26, used at :95 as “only my own are listed”',
      'page    listitem inside region “My favourites”: expected 1, found 2',
      'status expected 401, found 500',
    ]) {
      assert.ok(text.includes(part), `${part}\n${text}`);
    }
    assert.match(text, /screenshot evidence\/[0-9a-f]{2}\/[0-9a-f]{64}\.png/u);
    assert.match(text, /environment: the browser was killed/u);
    assert.match(text, /✗ unit .*47 passed, 1 failed/u);
  });

  it('says how many are left out of a list that is cut', () => {
    const text = summary(largeReport().report);
    const shown = linesOf(text).filter((line) => /^✗ area-\d+ AC-/u.test(line));
    const left = /and (\d+) more violated: see the report/u.exec(text)?.[1];
    assert.equal(shown.length + Number(left), 40);
    for (const line of shown) assert.match(line, /favorites\.contract\.yaml:\d+ {2}API \S/u);
  });

  it('says of every violated criterion that fits where it is written and what does not hold', () => {
    const { report } = failReport();
    const [contract] = report.contracts;
    const [first] = contract?.criteria ?? [];
    assert.ok(contract !== undefined && first !== undefined);
    for (const count of [5, 9, 15]) {
      const criteria = Array.from({ length: count }, (_, index) => ({ ...first, id: `V-${String(index)}` }));
      const lines = linesOf(summary({ ...report, checks: [], contracts: [{ ...contract, criteria }] }));
      assert.ok(lines.length <= 40);
      for (const { id } of criteria) {
        const at = lines.findIndex((line) => line.startsWith(`✗ favorites ${id} `));
        const block = lines
          .slice(
            at,
            lines.findIndex((line, index) => index > at && !line.startsWith('  ')),
          )
          .join('\n');
        assert.match(block, /favorites\.contract\.yaml:\d+/u, id);
        assert.match(block, /expected \S/u, id);
      }
    }
  });

  it('leaves nothing out and cuts nothing where there is no screen', () => {
    const { report } = largeReport();
    const endless = 'A title that is longer than any terminal is wide '.repeat(10).trim();
    const [first, ...others] = report.contracts;
    assert.ok(first !== undefined);
    const lines = linesOf(
      summary({ ...report, contracts: [{ ...first, title: endless }, ...others] }, { width: Number.POSITIVE_INFINITY }),
    );
    assert.equal(lines.filter((line) => /^✗ area-\d+ AC-/u.test(line)).length, 40);
    assert.equal(lines.filter((line) => line.includes('row 1, n expected 1, found 0')).length, 40);
    assert.ok(lines.some((line) => line.endsWith(endless)));
    assert.doesNotMatch(lines.join('\n'), / more|see the report|…/u);
  });

  const crash = [
    'node:internal/modules/run_main:123',
    '    triggerUncaughtException(',
    '    ^',
    '',
    'Error: no licence for \u001b[31mthis\u001b[39m machine',
    '    at file:///srv/app/server.js:1:7',
    '    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)',
    '',
    'Node.js v20.20.2',
  ].join('\n');

  it('shows what a failed start wrote, not only that it failed', () => {
    const { report } = blockedReport();
    const lines = linesOf(summary(report, { read: () => crash }));
    const at = lines.findIndex((line) => line.startsWith('? migrate'));
    assert.deepEqual(lines.slice(at + 1, at + 8), [
      '    │ environment: db did not start: could not bind IPv4 address "127.0.0.1":',
      '    │ Address already in use',
      '    │ node:internal/modules/run_main:123',
      '    │     triggerUncaughtException(',
      '    │ Error: no licence for this machine',
      '    │     at file:///srv/app/server.js:1:7',
      '',
    ]);
  });

  it('shows the errors that a check’s tool names, and cuts them for the sake of criteria alone', () => {
    const { report } = failReport();
    assert.match(
      summary(report),
      /✗ unit .*47 passed, 1 failed\n {4}│ test\/favorites\.test\.ts:41:12 favorites counts/u,
    );
    const [check] = report.checks.slice(-1);
    assert.ok(check !== undefined);
    const diagnostics = Array.from({ length: 30 }, (_, index) => ({
      severity: 'error' as const,
      message: `wrong in the ${String(index)}th place`,
      count: 1,
    }));
    const told = (more: { width?: number }, counts = report.counts): number =>
      summary({ ...report, counts, checks: [{ ...check, diagnostics }] }, more).split('wrong in the').length - 1;
    assert.equal(told({}, { ...report.counts, violated: 0, unverified: 0 }), 7);
    assert.ok(told({}) >= 1);
    assert.equal(told({ width: Number.POSITIVE_INFINITY }), 30);
  });

  it('tells a cause that blocks many criteria once', () => {
    const text = summary(blockedReport().report);
    assert.equal(text.split('Address already').length - 1, 2, text);
    assert.match(text, /6 criteria: favorites AC-01, favorites AC-02/u);
  });

  it('never lets a partial PASS look like a whole one', () => {
    const [first] = linesOf(summary(partialReport().report));
    assert.match(first ?? '', /^ PASS \(partial\) .*what was selected holds; 7 criteria/u);
    assert.match(summary(partialReport().report), /^Exit code 5$/mu);
  });

  it('says of contracts that nobody asked for that they were not selected, not that they are unverified', () => {
    const { report } = passReport();
    const contracts = report.contracts.map((contract) => ({
      ...contract,
      criteria: contract.criteria.map((criterion) =>
        contract.name === 'favorites'
          ? criterion
          : { ...criterion, judgement: 'unverified' as const, cause: 'not-run' as const, why: 'it was not selected' },
      ),
    }));
    const counts = { criteria: 13, satisfied: 6, violated: 0, unverified: 7, byCause: { 'not-run': 7 } };
    const scope = { kind: 'partial' as const, selection: ['favorites'], leftOut: 7 };
    for (const verdict of ['PASS', 'BLOCKED'] as const) {
      const text = summary({ ...report, verdict, contracts, counts, scope });
      assert.match(text, /^· not selected: articles \(4\), sessions \(3\)$/mu);
      assert.match(text, /6 satisfied, 0 violated, 0 unverified, 7 not selected of 13/u);
      assert.doesNotMatch(text, /^\?/mu);
    }
  });

  it('says when something else than the commit was verified, and when something was left out', () => {
    assert.match(summary(partialReport().report), /not the commit: the working tree, with 2 changed files/u);
    assert.match(summary(failReport().report), /the working tree has changes that were not verified/u);
    assert.doesNotMatch(summary(passReport().report), /working tree/u);
  });

  it('names the report’s path in full, however narrow the terminal', () => {
    assert.ok(summary(passReport().report, { width: 20 }).includes(reportPath));
  });

  it('tells what a reader could miss', () => {
    const { report } = passReport();
    const remarked = { ...report, run: { ...report.run, remarks: ['a.js leads out of the commit'] } };
    assert.match(summary(remarked), /^ {10}a\.js leads out of the commit$/mu);
  });

  it('gives the command that repeats the run', () => {
    assert.match(summary(passReport().report), /assay verify --ref 3f2a91c8d07b --seed 1845220917/u);
    assert.match(summary(partialReport().report), /assay verify favorites --worktree --seed 1845220917/u);
    assert.match(summary(passReport().report, { program: 'npx assay' }), /^Again {5}npx assay verify/mu);
  });
});
