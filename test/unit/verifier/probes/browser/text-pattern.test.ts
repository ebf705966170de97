import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normaliseText } from '../../../../../contracts/language/index.ts';
import { patternOf, UnusableLocator } from '../../../../../verifier/probes/browser/text-pattern.ts';

/** Texts with everything that could be mistaken: pattern signs, quotes, icons, white space of all kinds. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ' ',
        '\n',
        '\u00a0',
        '\uE001',
        '\u{F0001}',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '*',
        '+',
        '?',
        '.',
        '\\',
        '/',
        '^',
        '$',
        '|',
        '"',
        "'",
        '`',
        '>>',
        'a',
        'B',
        'é',
        '😀',
      ),
      fc.string(),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').replace(/[\u200b\u00ad]/gu, ''));

describe('patternOf', () => {
  it('whole: matches exactly the raw texts that are the same text to a reader', () => {
    fc.assert(
      fc.property(awkward, awkward, (wanted, raw) => {
        assert.equal(patternOf({ how: 'whole', text: wanted }).test(raw), normaliseText(raw) === normaliseText(wanted));
        assert.ok(patternOf({ how: 'whole', text: wanted }).test(wanted));
      }),
    );
  });

  it('whole: is not moved by icons and white space anywhere between', () => {
    const noise = fc.constantFrom('', '\uE001', '\u{F0001}');
    const gap = fc.constantFrom(' ', '\n  ', '\uE001 ', ' \uE001', '\u00a0\uE001\t');
    fc.assert(
      fc.property(noise, gap, noise, (before, between, after) => {
        const raw = `${between}${before}Two${between}w${after}ords${between}`;
        assert.ok(patternOf({ how: 'whole', text: 'Two words' }).test(raw), JSON.stringify(raw));
      }),
    );
  });

  it('contains: matches the raw texts that have it as a part to a reader', () => {
    fc.assert(
      fc.property(awkward, awkward, awkward, (before, wanted, after) => {
        const part = normaliseText(wanted);
        assert.ok(patternOf({ how: 'contains', text: part }).test(`${before} ${wanted} ${after}`));
        if (patternOf({ how: 'contains', text: part }).test(before))
          assert.ok(` ${normaliseText(before)} `.includes(part));
      }),
    );
  });

  it('whole: takes numbers as they are written, and case as it is', () => {
    assert.ok(patternOf({ how: 'whole', text: 12 }).test(' 12 '));
    assert.ok(!patternOf({ how: 'whole', text: 12 }).test('112'));
    assert.ok(!patternOf({ how: 'whole', text: 'Save' }).test('save'));
  });

  it('matches: judges the text as it is to a reader, anchors and spaces included', () => {
    const holds = (pattern: string, raw: string): boolean => patternOf({ how: 'matches', pattern }).test(raw);
    assert.ok(holds('^Favorite$', '\n \uE001 Favorite \n'));
    assert.ok(holds('^one two$', 'one\n    two'));
    assert.ok(holds('^one\\stwo$', 'one \uE001\n two'));
    assert.ok(holds('^one.+three$', 'one\n two\n three'));
    assert.ok(holds('^[^a ]$', 'b'));
    assert.ok(!holds('^[ ^$]$', 'b'));
    assert.ok(holds('^\\^\\$$', '^$'));
    assert.ok(holds('^(?:x|\\u{61})$', ' a '));
    assert.ok(!holds('^Favorite$', 'Unfavorite'));
    assert.ok(!holds('favorite', 'FAVORITE'));
  });

  it('leaves no sign in the pattern that would end it early inside a selector', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        for (const how of ['whole', 'contains'] as const)
          assert.doesNotMatch(patternOf({ how, text }).source, /["'`]|>>/u);
      }),
    );
    assert.doesNotMatch(patternOf({ how: 'matches', pattern: `(?<n>>)"'\`>>>` }).source, /["'`]|>>/u);
  });

  it('refuses a pattern that does not parse', () => {
    assert.throws(() => patternOf({ how: 'matches', pattern: '(' }), UnusableLocator);
    assert.throws(() => patternOf({ how: 'matches', pattern: '\\q' }), UnusableLocator);
  });
});
