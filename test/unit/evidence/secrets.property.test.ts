import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringifyJson } from '../../../contracts/language/index.ts';
import { redactSecrets } from '../../../verifier/evidence/index.ts';

const secret = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 24 }).filter((text) => text.trim().length >= 4);
const around = fc.string({ maxLength: 12 });

/** Ways in which a value stands in what people and programs write. */
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `?token=${encodeURIComponent(text)}&next=1`,
  (text) => new URLSearchParams({ token: text }).toString(),
  (text) => stringifyJson({ token: text }),
  (text) =>
    `<p title="${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}">`,
  (text) => Buffer.from(text).toString('hex'),
];

describe('a secret', () => {
  it('is not in what was written of it, however it is written', () => {
    fc.assert(
      fc.property(secret, fc.tuple(around, around), fc.constantFrom(...writings), (value, [before, after], write) => {
        const redact = redactSecrets({ KEY: value });
        const written = before + write(value) + after;
        const clean = redact(written);
        assert.ok(clean.includes('‹secret KEY›'), `${written} → ${clean}`);
        assert.ok(!clean.replaceAll('‹secret KEY›', '').includes(value));
      }),
    );
  });

  it('is not in base64 either, wherever it begins', () => {
    fc.assert(
      fc.property(fc.base64String({ minLength: 12, maxLength: 30 }), around, around, (value, before, after) => {
        const redact = redactSecrets({ KEY: value });
        for (const encoding of ['base64', 'base64url'] as const) {
          const clean = redact(Buffer.from(before + value + after).toString(encoding));
          assert.match(clean, /‹secret KEY›/u);
        }
      }),
    );
  });

  it('that is contained in another does not leave the other’s rest behind', () => {
    const redact = redactSecrets({ SHORT: 'abcd', LONG: 'abcd-efgh' });
    assert.equal(redact('x abcd-efgh y abcd z'), 'x ‹secret LONG› y ‹secret SHORT› z');
  });

  it('leaves everything else as it is', () => {
    const redact = redactSecrets({ KEY: 'hunter2!' });
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('hunter2') && !/aHVudGVy|h1bnRlc|odW50ZX|68756e746572/iu.test(text));
        assert.equal(redact(text), text);
      }),
    );
  });
});
