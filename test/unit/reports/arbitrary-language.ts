import fc from 'fast-check';
import type { CriterionReport, StepReport, VerificationReport } from '../../../reports/index.ts';
import { LOOKS } from '../../fixtures/reports/new-looks.ts';
import { anyReport, text } from './arbitrary-report.ts';

const values = fc.oneof(text, fc.integer(), fc.bigInt(), fc.jsonValue({ maxDepth: 2 }));
const list = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> => fc.array(item, { maxLength: 4 });

const answer = fc.oneof(
  fc.record({ status: fc.integer({ min: 100, max: 599 }), text, json: values }),
  fc.record({ failed: text, detail: text }),
  fc.record({ outcome: fc.constantFrom('done', 'not-found', 'ambiguous'), detail: text }),
  fc.record({ rowCount: fc.nat() }),
  values,
);

/** Observations in the shapes of all verbs, and in none of them. */
const observed = fc.oneof(
  fc.record({ answers: list(answer) }),
  fc.record({ any: list(fc.record({ count: fc.nat({ max: 3 }), elements: list(values), texts: list(values) })) }),
  fc.record({ browser: values, api: values, problems: fc.record({ db: text }) }),
  fc.record({ count: fc.nat(), dialogs: list(fc.record({ type: text, text, answer: text })) }),
  fc.record({ count: fc.nat(), downloads: list(fc.record({ name: text, bytes: fc.nat(), text })) }),
  fc.record({ count: fc.nat(), lines: list(text), errors: list(values), calls: list(values) }),
  values,
);

const pointer = fc.constantFrom(
  '',
  '/count',
  '/any',
  '/dialogs',
  '/downloads/0/name',
  '/answers',
  '/answers/0/status',
  '/answers/1/json/a',
  '/answers/9',
  '/elements/0/text',
  '/outcome',
  '/failed',
);

const verb = fc.constantFrom(
  ...LOOKS.map((look) => look.verb),
  'together',
  'system.stop',
  'system.start',
  'db.reject',
  'browser.fail',
  'browser.requests',
  'browser.at',
  'browser.upload',
);

const language = fc.record({ verb, observed, pointer });

function speaking(step: StepReport, { verb: name, observed: value, pointer: path }: Language): StepReport {
  const { judgement } = step;
  const told = { ...step, verb: name, observed: value };
  if (judgement.kind !== 'violated') return told;
  const [first, ...others] = judgement.mismatches;
  return { ...told, judgement: { ...judgement, mismatches: [{ ...first, path }, ...others] } };
}

interface Language {
  readonly verb: string;
  readonly observed: unknown;
  readonly pointer: string;
}

function withLanguage(report: VerificationReport, spoken: readonly Language[]): VerificationReport {
  let index = 0;
  const speak = (steps: readonly StepReport[]): StepReport[] =>
    steps.map((step) => {
      index += 1;
      const one = spoken[index % spoken.length];
      return one === undefined ? step : speaking(step, one);
    });
  const told = (criterion: CriterionReport): CriterionReport => ({ ...criterion, steps: speak(criterion.steps) });
  const contracts = report.contracts.map((one) => ({ ...one, criteria: one.criteria.map(told) }));
  return { ...report, contracts };
}

/** Any valid report whose steps are of the language's verbs, and observed what these observe, or anything else. */
export const anyReportInLanguage: fc.Arbitrary<VerificationReport> = fc
  .tuple(anyReport, fc.array(language, { minLength: 1, maxLength: 6 }))
  .map(([report, spoken]) => withLanguage(report, spoken));
