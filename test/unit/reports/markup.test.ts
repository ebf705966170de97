import assert from 'node:assert/strict';
import fc from 'fast-check';
import { differ, markDifference } from '../../../reports/render/html/difference.ts';
import { presentContent } from '../../../reports/render/html/evidence-content.ts';
import { escapeText, html, trusted } from '../../../reports/render/html/markup.ts';
import { makePrintable } from '../../../reports/render/text/printable.ts';
import type { EvidenceRef } from '../../../reports/index.ts';
import { text } from './arbitrary-report.ts';

/** What a browser makes of escaped text. */
function unescape(markup: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'", '#96': '`' };
  return markup.replace(/&([a-z]+|#\d+);/gu, (_, name: string) => signs[name] ?? '?');
}

describe('markup', () => {
  it('escapes every text, so that a browser sees the text again', () => {
    fc.assert(
      fc.property(text, (original) => {
        const { markup } = html`<p title="${original}">${original}</p>`;
        const escaped = escapeText(original);
        assert.equal(markup, `<p title="${escaped}">${escaped}</p>`);
        assert.doesNotMatch(escaped, /[<>"'`]|&(?!(?:amp|lt|gt|quot|#39|#96);)/u);
        assert.equal(unescape(escaped), makePrintable(original));
      }),
    );
  });

  it('escapes lists and leaves out what is not there', () => {
    assert.equal(html`<i>${['<', html`<b>${'&'}</b>`, undefined, 3]}</i>`.markup, '<i>&lt;<b>&amp;</b>3</i>');
    assert.equal(html`${trusted('<b>')}`.markup, '<b>');
  });

  it('does not take a text for markup because it looks like an object of ours', () => {
    const parsed = JSON.parse('"{\\"markup\\":\\"<b>\\"}"') as string;
    assert.equal(html`${parsed}`.markup, '{&quot;markup&quot;:&quot;&lt;b&gt;&quot;}');
  });
});

describe('the difference of two texts', () => {
  it('is everything between their common beginning and end', () => {
    const [left, right] = differ('a red heart', 'a blue heart');
    assert.deepEqual(left, { before: 'a ', middle: 'red', after: ' heart' });
    assert.deepEqual(right, { before: 'a ', middle: 'blue', after: ' heart' });
  });

  it('does not count a sign twice that both have once', () => {
    const [left, right] = differ('aa', 'aaa');
    assert.deepEqual([left.middle, right.middle], ['', 'a']);
  });

  it('put together is the two texts again', () => {
    fc.assert(
      fc.property(fc.tuple(text, text, text, text), ([start, one, other, end]) => {
        const pair = [start + one + end, start + other + end] as const;
        const parts = differ(...pair).map(({ before, middle, after }) => before + middle + after);
        assert.deepEqual(parts, pair);
      }),
    );
  });

  it('is marked in text that stays text', () => {
    const [expected, seen] = markDifference('<b>on</b>', '<b>off</b>');
    assert.equal(expected.markup, '&lt;b&gt;o<del>n</del>&lt;/b&gt;');
    assert.equal(seen.markup, '&lt;b&gt;o<ins>ff</ins>&lt;/b&gt;');
  });
});

describe('the content of evidence', () => {
  const ref = (kind: EvidenceRef['kind'], mediaType = 'application/json'): EvidenceRef => ({
    kind,
    title: '',
    path: '',
    sha256: '',
    bytes: 1,
    mediaType,
  });
  const present = (value: string, kind: EvidenceRef['kind'] = 'observation'): string =>
    presentContent(value, ref(kind)).markup;

  it('shows rows as a table with all digits', () => {
    const markup = present('{"rows":[{"id":12345678901234567890,"t":"<b>"},{"id":1}]}', 'rows');
    assert.match(markup, /<th scope="col">id<\/th>/u);
    assert.match(markup, /<td class="number">12345678901234567890<\/td>/u);
    assert.match(markup, /<td dir="auto">&lt;b&gt;<\/td>/u);
    assert.match(present('{"rows":[]}', 'rows'), /No rows/u);
  });

  it('shows a delta as a table for each change, and says when there is none', () => {
    const markup = present('{"favorites":{"inserted":[{"id":1}],"deleted":[{"id":2}]}}', 'delta');
    assert.match(markup, /favorites: inserted/u);
    assert.match(markup, /favorites: deleted/u);
    assert.match(present('{}', 'delta'), /No table changed/u);
  });

  it('shows a request with its answer', () => {
    const exchange = { request: { method: 'GET', url: 'http://x/y' }, response: { status: 200, body: '{"a":[1]}' } };
    const markup = present(JSON.stringify(exchange), 'network');
    assert.match(markup, /<strong>GET<\/strong>\s+http:\/\/x\/y/u);
    assert.match(markup, /Answer 200/u);
    assert.match(markup, /&quot;a&quot;: \[\n/u);
  });

  it('shows the calls of a page as a table', () => {
    const calls = [{ method: 'POST', url: 'http://x/y', status: null, failure: 'reset', at: 'not shown' }];
    const markup = present(JSON.stringify({ actor: 'reader', calls }), 'network');
    assert.match(markup, /<td dir="auto">reset<\/td>/u);
    assert.doesNotMatch(markup, /not shown/u);
  });

  it('shows as text what claims to be JSON and is not', () => {
    assert.match(present('{"a":'), /<pre[^>]*>\{&quot;a&quot;:<\/pre>/u);
  });

  it('never throws and never lets markup through, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.json(),
          fc.jsonValue().map((rows) => JSON.stringify({ rows })),
        ),
        (content) => {
          for (const kind of ['rows', 'delta', 'network', 'log'] as const) {
            assert.doesNotMatch(present(content, kind), /<(?:script|b|img)\b/u);
          }
        },
      ),
    );
  });
});
