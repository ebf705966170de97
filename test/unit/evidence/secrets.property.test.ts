import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringifyJson } from '../../../contracts/language/index.ts';
import type { Plan } from '../../../contracts/language/index.ts';
import type { VerificationReport } from '../../../reports/index.ts';
import { redactSecrets, redactTexts } from '../../../verifier/evidence/index.ts';
import { reportWords } from '../../../verifier/report-words.ts';
import { readSecrets } from '../../../verifier/secrets.ts';
import { failReport } from '../../fixtures/reports/fail.ts';

const secret = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 24 }).filter((text) => text.trim().length >= 4);
const around = fc.string({ maxLength: 12 });

/** Ways in which a value stands in what people and programs write. */
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `?token=${encodeURIComponent(text)}&next=1`,
  (text) => new URLSearchParams({ token: text }).toString(),
  (text) => `?next=${encodeURIComponent(`/a?token=${encodeURIComponent(text)}`)}`,
  (text) => Buffer.from(text, 'utf8').toString('latin1'),
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

  it('that a word of every report holds is refused, and the word is named', () => {
    const at = { file: 'contracts/system.yaml', line: 1, column: 1 };
    const plan = { secrets: [{ name: 'KEY', at }] } as unknown as Plan;
    for (const value of ['satisfied', 'atis', 'counts', 'postgres', 'PASS']) {
      const read = readSecrets(plan, () => value);
      assert.ok('kind' in read, value);
      assert.match(read.why, new RegExp(`the secret KEY stands in “\\w*${value}\\w*”`, 'u'));
    }
    assert.deepEqual('values' in readSecrets(plan, () => 'hunter2!') && true, true);
  });

  it('that is not, leaves the words of a report, its moments and the names of its evidence as they are', () => {
    const { report } = failReport();
    const short = fc.stringMatching(/^[0-9a-f]{4,6}$/u);
    fc.assert(
      fc.property(fc.oneof(secret, short), (value) => {
        fc.pre([...reportWords].every((word) => !word.includes(value)));
        const clean = redactTexts(report, redactSecrets({ KEY: value })) as VerificationReport;
        assert.deepEqual(
          [clean.verdict, clean.counts, clean.run.startedAt],
          [report.verdict, report.counts, report.run.startedAt],
        );
        const evidenceOf = ({ contracts }: VerificationReport) =>
          contracts.flatMap(({ criteria }) =>
            criteria.flatMap(({ steps }) =>
              steps.flatMap(({ judgement }) => judgement.evidence.map(({ path, sha256 }) => [path, sha256])),
            ),
          );
        assert.deepEqual(evidenceOf(clean), evidenceOf(report));
      }),
    );
  });
});
