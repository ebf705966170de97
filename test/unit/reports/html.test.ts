import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { VerificationReport } from '../../../reports/index.ts';
import { renderHtml } from '../../../reports/render/index.ts';
import { escapeText } from '../../../reports/render/html/markup.ts';
import { SCRIPT } from '../../../reports/render/html/script.ts';
import { STYLES } from '../../../reports/render/html/styles.ts';
import { blockedReport } from '../../fixtures/reports/blocked.ts';
import type { ReportFixture } from '../../fixtures/reports/builders.ts';
import { failReport } from '../../fixtures/reports/fail.ts';
import { satisfiedFavorites } from '../../fixtures/reports/favorites.ts';
import { HOSTILE, hostileReport } from '../../fixtures/reports/hostile.ts';
import { partialReport, passReport } from '../../fixtures/reports/pass.ts';
import { anyReport } from './arbitrary-report.ts';

function rendered({ report, contents }: ReportFixture): string {
  return renderHtml(report, {
    read: ({ path, mediaType }) => (mediaType.startsWith('image/') ? undefined : contents.get(path)),
  });
}

/** Names of all elements, and names of their attributes, outside the document's own style and script. */
function skeleton(html: string): { elements: Set<string>; attributes: Set<string> } {
  const body = html.replace(STYLES, '').replace(SCRIPT, '');
  const elements = new Set<string>();
  const attributes = new Set<string>();
  for (const [, name = '', rest = ''] of body.matchAll(
    /<([a-z][a-z0-9-]*)((?:\s+[^\s=<>"'/]+(?:="[^"]*")?)*)\s*\/?>/giu,
  )) {
    elements.add(name);
    for (const [, attribute = ''] of rest.matchAll(/([^\s=<>"'/]+)(?:="[^"]*")?/gu)) attributes.add(attribute);
  }
  return { elements, attributes };
}

const ALLOWED = new Set(
  (
    'html head meta title style body a header main section svg defs path g circle rect text textPath div p h1 h2 h3 h4 h5 ' +
    'span ul li ol strong em br bdi code pre dl dt dd time details summary button input footer script table caption thead ' +
    'tbody tr th td del ins figure figcaption img'
  ).split(' '),
);

describe('the HTML report', () => {
  for (const fixture of [passReport, partialReport, failReport, blockedReport, hostileReport]) {
    it(`of ${fixture.name} is made of known elements only, without handlers or inline styles`, () => {
      const { elements, attributes } = skeleton(rendered(fixture()));
      assert.deepEqual(
        [...elements].filter((name) => !ALLOWED.has(name)),
        [],
      );
      assert.deepEqual(
        [...attributes].filter((name) => /^on|^style$|^srcdoc$|^action$/iu.test(name)),
        [],
      );
    });
  }

  it('shows hostile texts as texts, each of them', () => {
    const html = rendered(hostileReport());
    for (const text of HOSTILE.slice(0, -1)) assert.ok(html.includes(escapeText(text)), text);
    assert.equal(html.split('<script').length, 2, 'one script: our own');
    assert.equal(html.split('</script').length, 2);
  });

  it('never throws, and makes no element of what a report holds', () => {
    fc.assert(
      fc.property(anyReport, fc.string({ maxLength: 50 }), (report, evidence) => {
        const html = renderHtml(report, { read: () => evidence });
        assert.ok(html.includes(`data-verdict="${report.verdict}"`));
        assert.equal(html.split('<script').length, 2);
        assert.doesNotMatch(html.replace(SCRIPT, '').replace(STYLES, ''), /<\/script><b>|<b>/u);
        assert.deepEqual(
          [...skeleton(html).elements].filter((name) => !ALLOWED.has(name)),
          [],
        );
      }),
      { numRuns: 60 },
    );
  });

  it('refers to nothing outside the run’s folder', () => {
    for (const fixture of [failReport, hostileReport]) {
      const html = rendered(fixture());
      for (const [, target = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/gu)) {
        assert.match(target, /^(?:#|report\.json$|evidence\/[0-9a-f]{2}\/[0-9a-f]{64}\.[a-z]+$)/u);
      }
      assert.doesNotMatch(STYLES + SCRIPT, /https?:|@import|url\(/u);
    }
  });

  const hash = '0'.repeat(64);
  for (const elsewhere of [
    'javascript:alert(1)',
    `https://evil.example/evidence/00/${hash}.png`,
    `//evil.example/evidence/00/${hash}.png`,
    `../evidence/00/${hash}.png`,
    `evidence/../00/${hash}.png`,
    `evidence/00/${hash}.png?x`,
  ]) {
    it(`does not link evidence that claims to be at ${elsewhere.replace(hash, '…')}`, () => {
      const { report } = failReport();
      const bent = JSON.parse(
        JSON.stringify(report).replaceAll(/"path":"evidence[^"]*"/gu, JSON.stringify({ path: elsewhere }).slice(1, -1)),
      ) as VerificationReport;
      const html = renderHtml(bent, { read: () => undefined });
      for (const [, target = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/gu))
        assert.match(target, /^(?:#|report\.json$)/u);
      assert.ok(html.includes(escapeText(elsewhere)), 'it is told, not hidden');
    });
  }

  it('says the verdict and the reason in its first heading and in its title', () => {
    const heading = (fixture: ReportFixture): string =>
      (/<h1[^>]*>([\s\S]*?)<\/h1>/u.exec(rendered(fixture))?.[1] ?? '')
        .replace(/<[^>]*>/gu, '')
        .replace(/\s+/gu, ' ')
        .trim();
    assert.equal(heading(passReport()), 'PASS All 13 criteria hold.');
    assert.equal(heading(failReport()), 'FAIL 4 of 13 criteria are violated and 1 check failed.');
    assert.match(heading(blockedReport()), /^BLOCKED No verdict on the work/u);
    assert.match(heading(partialReport()), /^PASS \(partial\) What was selected holds; 7 criteria were left out/u);
    assert.match(rendered(failReport()), /<title>\s*FAIL · sample-app · 3f2a91c8d07b\s*<\/title>/u);
  });

  it('shows of a violation what was expected, what was seen, when, where it is written, and the evidence', () => {
    const html = rendered(failReport()).replace(/\s+/gu, ' ');
    for (const part of [
      '<span title="/rows/0/n" dir="auto">row 1, n</span>',
      '1 row inserted',
      'used at :95 as “only my own are listed”',
      'after 402 ms',
      'It held at first, and no longer at the last look',
      'No table changed',
      'TypeError: Cannot read properties of undefined',
      'seed 1845220917'.split(' ')[1] ?? '',
      'the browser was killed by the system',
    ]) {
      assert.ok(html.includes(escapeText(part)) || html.includes(part), part);
    }
    assert.match(html, /<img loading="lazy" src="evidence\/[0-9a-f]{2}\/[0-9a-f]{64}\.png"/u);
  });

  const prose = (fixture: VerificationReport): string =>
    renderHtml(fixture, { read: () => undefined })
      .replace(/<[^>]*>/gu, '')
      .replace(/\s+/gu, ' ');

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

  it('never claims a commit for what is not the commit', () => {
    const html = rendered(partialReport());
    assert.match(html, /<title>[^<]*3f2a91c8d07b \+ changes\s*<\/title>/u);
    assert.match(html, /<textPath[^>]*>\s*3f2a91c8d07b \+ changes/u);
    assert.match(html, /Not the commit itself/u);
    assert.doesNotMatch(rendered(passReport()), /\+ changes|Not the commit/u);
  });

  it('says a step with the values that this run had', () => {
    const { report } = passReport();
    const bent = JSON.parse(
      JSON.stringify(report).replaceAll(
        'click button “Favorite” as reader',
        'type {{title}} and {{reader.email}} and {{unknown}}',
      ),
    ) as VerificationReport;
    const html = renderHtml(bent, { read: () => undefined });
    assert.match(html, /type <span\s+class="value"\s+title="title"\s*>\s*Quiet rivers carry the news<\/span/u);
    assert.ok(html.includes('{{unknown}}'));
  });

  it('has room for the evidence of what is wrong, however much there is of what is not', () => {
    const { report, contents } = failReport();
    const [favorites, ...others] = report.contracts;
    const holds = favorites?.criteria.find(({ judgement }) => judgement === 'satisfied');
    assert.ok(favorites !== undefined && holds !== undefined);
    const piece = {
      kind: 'log',
      title: 'log',
      path: 'x',
      sha256: '0'.repeat(64),
      bytes: 20_000,
      mediaType: 'text/plain',
    } as const;
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...holds,
      id: `X-${String(index)}`,
      evidence: [{ ...piece, path: `x${String(index)}` }],
    }));
    const full = { ...report, contracts: [{ ...favorites, name: 'first', criteria: many }, favorites, ...others] };
    const html = renderHtml(full, { read: ({ path }) => contents.get(path) ?? 'y'.repeat(20_000) });
    assert.match(html, /TypeError: Cannot read properties of undefined/u);
    assert.ok(html.length < 3_000_000, String(html.length));
  });

  it('links what is too large instead of showing it', () => {
    const { report, contents } = failReport();
    const large = JSON.parse(
      JSON.stringify(report).replaceAll(/"bytes":\d+/gu, '"bytes":5000000'),
    ) as VerificationReport;
    const html = renderHtml(large, { read: ({ path }) => contents.get(path) });
    assert.doesNotMatch(html, /TypeError: Cannot read/u);
    assert.match(html, /5\.0 MB/u);
  });
});
