import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { serializeReport, validateReport } from '../../../reports/index.ts';
import type { VerificationReport } from '../../../reports/index.ts';
import { blockedReport } from '../../fixtures/reports/blocked.ts';
import { failReport } from '../../fixtures/reports/fail.ts';
import { hostileReport } from '../../fixtures/reports/hostile.ts';
import { largeReport } from '../../fixtures/reports/large.ts';
import { partialReport, passReport } from '../../fixtures/reports/pass.ts';
import { VerificationReport as Schema } from '../../../reports/schema/verification.ts';
import { wholeLanguageReport } from '../../fixtures/reports/whole-language.ts';
import { anyReport } from './arbitrary-report.ts';

/** A JSON object that a test may bend. */
type Loose = Record<string, unknown>;

function asRead(report: VerificationReport): Loose {
  return JSON.parse(serializeReport(report)) as Loose;
}

function at(value: unknown, path: string): Loose {
  const found = path.split('/').reduce<unknown>((inner, key) => (inner as Loose)[key], value);
  return found as Loose;
}

describe('the validation of a report', () => {
  for (const fixture of [
    passReport,
    partialReport,
    failReport,
    blockedReport,
    hostileReport,
    largeReport,
    wholeLanguageReport,
  ]) {
    it(`finds nothing in ${fixture.name}`, () => {
      assert.deepEqual(validateReport(asRead(fixture().report)), []);
    });
  }

  it('finds nothing in whatever the schema allows, written and read again', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        assert.deepEqual(validateReport(asRead(report)), []);
      }),
      { numRuns: 50 },
    );
  });

  const step = 'contracts/0/criteria/0/steps/0';
  const defects: readonly (readonly [string, (report: Loose) => void, RegExp])[] = [
    ['no verdict', (report) => delete report['verdict'], /^\/: must have required property 'verdict'$/u],
    ['an unknown verdict', (report) => (report['verdict'] = 'MAYBE'), /^\/verdict: .*"PASS"/u],
    ['another schema', (report) => (report['schema'] = 'x'), /^\/schema: must be equal to constant/u],
    ['no reason', (report) => (report['reasons'] = []), /^\/reasons: must NOT have fewer than 1 items/u],
    ['an unknown key', (report) => (report['extra'] = 1), /^\/: must NOT have additional properties \("extra"\)/u],
    [
      'a satisfied step without evidence',
      (report) => (at(report, `${step}/judgement`)['evidence'] = []),
      /judgement\/evidence: must NOT have fewer than 1 items/u,
    ],
    [
      'a violated step without a mismatch',
      (report) => {
        const { evidence } = at(report, `${step}/judgement`);
        at(report, step)['judgement'] = { kind: 'violated', evidence, mismatches: [] };
      },
      /judgement\/mismatches: must NOT have fewer than 1 items/u,
    ],
    [
      'a line that counts from 0',
      (report) => (at(report, `${step}/origin/written`)['line'] = 0),
      /line: must be >= 1/u,
    ],
    [
      'evidence that is named by no hash',
      (report) => (at(report, `${step}/judgement/evidence/0`)['sha256'] = 'abc'),
      /sha256: must match pattern/u,
    ],
  ];
  for (const [defect, bend, problem] of defects) {
    it(`finds ${defect}`, () => {
      const report = asRead(passReport().report);
      bend(report);
      const problems = validateReport(report);
      assert.ok(
        problems.some((line) => problem.test(line)),
        problems.join('\n'),
      );
    });
  }

  for (const value of [null, undefined, 3, 'PASS', [], {}]) {
    it(`refuses ${inspect(value)}`, () => {
      assert.notDeepEqual(validateReport(value), []);
    });
  }

  it('agrees with the schema about whatever is wrong in one place', () => {
    const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(Schema);
    fc.assert(
      fc.property(
        anyReport,
        fc.nat(),
        fc.constantFrom<unknown>(null, 0, -1.5, '', {}, [], [{}], 'gone'),
        (made, at, put) => {
          const report = asRead(made);
          const places = placesIn(report);
          const [holder, key] = places[at % places.length] ?? [report, 'verdict'];
          if (put === 'gone') Reflect.deleteProperty(holder, key);
          else holder[key] = put;
          // As it would be read: a list has no gaps there.
          const bent: unknown = JSON.parse(JSON.stringify(report));
          assert.equal(validateReport(bent).length === 0, fits(bent));
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Every place in a JSON value, as the object or list that holds it, and its key there. */
function placesIn(value: unknown): (readonly [Loose, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Loose;
  return Object.keys(holder).flatMap((key) => [[holder, key] as const, ...placesIn(holder[key])]);
}
