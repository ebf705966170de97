import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringifyJson } from '../../../contracts/language/index.ts';
import type { Plan } from '../../../contracts/language/index.ts';
import { serializeReport, validateReport, type VerificationReport } from '../../../reports/index.ts';
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

const bytesOf = (one: string): readonly number[] => [...Buffer.from(one, 'utf8')];
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Ways in which one character stands in what pages, servers and logs write. */
function characterWritings(one: string): readonly string[] {
  const percent = bytesOf(one).map((byte) => `%${hex(byte, 2)}`);
  const units = Array.from({ length: one.length }, (_, index) => one.charCodeAt(index));
  return [
    one,
    percent.join(''),
    percent.join('').toUpperCase(),
    percent.join('').replaceAll('%', '%2525'),
    units.map((unit) => `\\u${hex(unit, 4)}`).join(''),
    units.map((unit) => `\\\\u${hex(unit, 4).toUpperCase()}`).join(''),
    JSON.stringify(one).slice(1, -1),
    JSON.stringify(JSON.stringify(one).slice(1, -1)).slice(1, -1),
    `&#${String(one.codePointAt(0))};`,
    `&#x${hex(one.codePointAt(0) ?? 0, 1)};`,
    one.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&amp;quot;'),
  ];
}

const cutWritings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => Buffer.from(text, 'utf8').toString('latin1'),
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

  it('is not in what was written of it, though each of its characters is written in another way', () => {
    const ways = fc.array(fc.nat(), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(secret, fc.tuple(around, around), ways, (value, [before, after], chosen) => {
        const written = Array.from(value, (one, index) => {
          const forms = characterWritings(one);
          return forms[(chosen[index % 24] ?? 0) % forms.length] ?? one;
        });
        const clean = redactSecrets({ KEY: value })(`${before} ${written.join('')} ${after}`);
        // What stands around it may end or begin as it does.
        fc.pre(!(before + after).includes(value.slice(0, 1)));
        assert.equal(clean, `${before} ‹secret KEY› ${after}`);
      }),
    );
  });

  it('is not in a text that was cut in the middle of it, neither its beginning nor its end', () => {
    const padding = 'x'.repeat(60);
    const cuts = fc.constantFrom('… (340150 characters in all)', '…', '"}', '\\"}', '\n', '');
    // What looks like an escape is shorter without it.
    const plain = fc
      .string({ unit: 'grapheme-ascii', minLength: 10, maxLength: 24 })
      .filter((text) => !/[\\%&"]/u.test(text));
    const marked = plain.map((text) => `k/"Ü${text}`);
    fc.assert(
      fc.property(
        marked,
        fc.integer({ min: 6, max: 9 }),
        fc.tuple(cuts, fc.nat({ max: 3 })),
        (value, length, [cut, how]) => {
          const redact = redactSecrets({ KEY: value });
          const write = cutWritings[how] ?? ((text: string) => text);
          const start = write(value.slice(0, length));
          assert.equal(redact(`${padding} ${start}${cut}`), `${padding} ‹secret KEY›${cut}`);
          const end = write(value.slice(-length));
          fc.pre(/^\w/u.test(value.slice(-length)));
          assert.equal(redact(`${end} ${padding}`), `‹secret KEY› ${padding}`);
          assert.equal(redact(`a\n[… 7 bytes left out …]\n${end} b`), 'a\n[… 7 bytes left out …]\n‹secret KEY› b');
        },
      ),
    );
  });

  it('as long as a private key is taken out too, whole and where it was cut', () => {
    const key = `-----BEGIN KEY-----\n${Array.from({ length: 40 }, (_, line) => Buffer.alloc(48, line * 7 + 1).toString('base64')).join('\n')}\n`;
    const redact = redactSecrets({ KEY: key });
    assert.equal(redact(`a ${key} b`), 'a ‹secret KEY› b');
    assert.equal(redact(`a ${JSON.stringify(key)} b`), 'a "‹secret KEY›" b');
    assert.equal(redact(`${'x'.repeat(60)} ${key.slice(0, 1000)}…`), `${'x'.repeat(60)} ‹secret KEY›…`);
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

  it('that is read as a number or as true, false or null is refused: a report would no longer be JSON', () => {
    const at = { file: 'contracts/system.yaml', line: 1, column: 1 };
    const plan = { secrets: [{ name: 'KEY', at }] } as unknown as Plan;
    for (const value of ['48151623', '-12.50', '1e10', 'true', 'null', 'false']) {
      const read = readSecrets(plan, () => value);
      assert.ok('kind' in read, value);
      assert.match(read.why, /the secret KEY is a number|the secret KEY stands in/u);
    }
    assert.ok('values' in readSecrets(plan, () => '4815-1623'));
  });

  it('leaves a report that fits its schema and does not hold it, wherever it stood', () => {
    const at = { file: 'contracts/system.yaml', line: 1, column: 1 };
    const plan = { secrets: [{ name: 'KEY', at }] } as unknown as Plan;
    const { report } = failReport();
    fc.assert(
      fc.property(secret, fc.constantFrom(...writings), fc.nat({ max: 400 }), (value, write, room) => {
        const read = readSecrets(plan, () => value);
        fc.pre('values' in read);
        const told = `${'.'.repeat(room)} ${write(value)} ${'.'.repeat(300)}`;
        const dirty = withTexts(report, told, `${told.slice(0, 300)}…`);
        const clean = redactTexts(dirty, read.redact) as VerificationReport;
        const text = serializeReport(clean);
        assert.deepEqual(validateReport(JSON.parse(text)), []);
        const strings = stringsOf(clean).join('\n').replaceAll('‹secret KEY›', '');
        assert.ok(!strings.includes(value), strings);
        const bare = stringsOf(report).join('\n');
        const part = value.slice(0, 6);
        assert.ok(value.length < 7 || bare.includes(part) || !strings.includes(`${part}…`), strings);
      }),
      { numRuns: 60 },
    );
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

/** The report, with texts in the places where what was observed and what failed is told. */
function withTexts(report: VerificationReport, told: string, cut: string): VerificationReport {
  const replace = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string')
      return ['message', 'why', 'title', 'reason', 'text'].includes(key) ? `${value} ${told}` : value;
    if (Array.isArray(value)) return value.map((item) => replace(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]: [string, unknown]) => [
        name,
        name === 'actual' || name === 'observed' ? cut : replace(item, name),
      ]),
    );
  };
  return replace(report) as VerificationReport;
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
