import assert from 'node:assert/strict';
import type { VerificationReport } from '../../../reports/index.ts';
import { renderHtml } from '../../../reports/render/index.ts';
import { blockedReport } from '../../fixtures/reports/blocked.ts';
import { failReport } from '../../fixtures/reports/fail.ts';
import { satisfiedFavorites } from '../../fixtures/reports/favorites.ts';
import { passReport } from '../../fixtures/reports/pass.ts';

describe('the sentences of the HTML report', () => {
  const prose = (fixture: VerificationReport): string =>
    renderHtml(fixture, { read: () => undefined })
      .replace(/<[^>]*>/gu, '')
      .replace(/\s+/gu, ' ');

  it('says reasons with this run’s values and as people say them', () => {
    const { report } = failReport();
    const [first, ...others] = report.reasons;
    assert.ok(first !== undefined);
    const reasons = [{ ...first, message: 'AC-01 is violated: “{{title}}”: /rows/0/n expected 1, found 0' }, ...others];
    assert.match(prose({ ...report, reasons }), /“Quiet rivers carry the news”: row 1, n expected 1, found 0/u);
  });

  it('names the files that a contract is made of', () => {
    const { report } = failReport();
    const [first, ...others] = report.contracts;
    assert.ok(first !== undefined);
    const folder = first.file.slice(0, first.file.lastIndexOf('/') + 1);
    const parts = [`${folder}steps.yaml`, 'elsewhere/rows.yaml'].map((file) => ({ file, digest: 'a'.repeat(64) }));
    const text = prose({ ...report, contracts: [{ ...first, parts }, ...others] });
    assert.ok(text.includes(`${first.file} with steps.yaml, elsewhere/rows.yaml · version`), text.slice(0, 2_000));
    assert.ok(prose(report).includes(`${first.file} · version`));
  });

  it('says only what was done: no use of an application that never started', () => {
    const { report, contents } = failReport();
    const [check] = report.checks.slice(-1);
    assert.ok(check !== undefined);
    const criteria = satisfiedFavorites(contents).map((one) => ({
      ...one,
      steps: [],
      judgement: 'unverified' as const,
      cause: 'not-run' as const,
    }));
    const counts = { criteria: 6, satisfied: 0, violated: 0, unverified: 6, byCause: { 'not-run': 6 } };
    const contracts = report.contracts.slice(0, 1).map((contract) => ({ ...contract, criteria }));
    const crashed = {
      ...report,
      counts,
      contracts,
      checks: [{ ...check, name: 'start app', layer: 'start' as const }],
    };
    const text = prose(crashed);
    assert.match(text, /“start app” failed\. No criterion was judged: the application was not used\./u);
    assert.doesNotMatch(
      text,
      /healthy environment|application was (?:built|started)|used in a browser|did not do what/u,
    );
    assert.match(prose(report), /built, started, used in a browser, asked over its API and .* did not do what its/u);
    const unbuilt = { ...report, checks: report.checks.filter(({ layer }) => layer !== 'build') };
    assert.match(prose(unbuilt), /The application was started, used in a browser/u);
  });

  it('says of failed checks alone that they failed, and of the application that it did what was demanded', () => {
    const { report } = passReport();
    const [check] = failReport().report.checks.slice(-1);
    assert.ok(check !== undefined);
    const text = prose({ ...report, verdict: 'FAIL', checks: [...report.checks, check] });
    assert.match(text, /“unit” failed\. The application was built.* and did all that its contracts demand\./u);
  });

  it('tells to restore something only where something of the environment is missing', () => {
    const { report } = blockedReport();
    assert.match(prose(report), /the environment failed.*Restore what is missing/u);
    const late = JSON.parse(
      JSON.stringify(report).replaceAll('"cause":"environment"', '"cause":"time"'),
    ) as typeof report;
    assert.match(prose(late), /its time was over/u);
    assert.doesNotMatch(prose(late), /Restore what is missing/u);
  });

  it('says what it means that a contract is not protected, and claims nobody’s agreement', () => {
    const { report } = passReport();
    assert.match(prose(report), /The contracts are not protected: they come with what is verified/u);
    assert.doesNotMatch(prose(report), /confirmed by people|approved/u);
    const [first, ...others] = report.contracts;
    assert.ok(first !== undefined);
    const mixed = prose({ ...report, contracts: [{ ...first, approval: 'approved' }, ...others] });
    assert.match(mixed, /1 contract is the one that was approved\. 2 contracts are not protected/u);
  });
});
