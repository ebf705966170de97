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
import { HOSTILE, hostileReport } from '../../fixtures/reports/hostile.ts';
import { partialReport, passReport } from '../../fixtures/reports/pass.ts';
import { wholeLanguageReport } from '../../fixtures/reports/whole-language.ts';
import { anyReportInLanguage } from './arbitrary-language.ts';
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
  for (const fixture of [passReport, partialReport, failReport, blockedReport, hostileReport, wholeLanguageReport]) {
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
      fc.property(fc.oneof(anyReport, anyReportInLanguage), fc.string({ maxLength: 50 }), (report, evidence) => {
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
      'The browser was killed by the system',
    ]) {
      assert.ok(html.includes(escapeText(part)) || html.includes(part), part);
    }
    assert.match(html, /<img loading="lazy" src="evidence\/[0-9a-f]{2}\/[0-9a-f]{64}\.png"/u);
  });

  it('folds a reason that is longer than a few lines', () => {
    const { report } = failReport();
    const message = `check “tests” failed: ${'one more test that failed; '.repeat(40)}`;
    const text = renderHtml(
      { ...report, reasons: [{ code: 'check-failed', message, check: 'tests' }] },
      { read: () => undefined },
    );
    const [, list = ''] = /<ul class="reasons">([\s\S]*?)<\/ul>/u.exec(text) ?? [];
    const outside = list.replace(/<\/summary>[\s\S]*<\/details>/u, '').replace(/<[^>]*>|\s+/gu, ' ');
    assert.ok(outside.length < 200 && outside.includes('check “tests” failed'), outside);
    assert.ok(list.includes(message.trim()));
  });

  it('names what it ran on once: the machine, and the system of the contracts', () => {
    const { report } = passReport();
    const run = { ...report.run, versions: { system: 'Linux 6.1 x64' } };
    const text = renderHtml({ ...report, run }, { read: () => undefined });
    assert.match(text, /<th scope="row">machine<\/th>/u);
    assert.doesNotMatch(text, /<th scope="row">system<\/th>/u);
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
