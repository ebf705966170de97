import assert from 'node:assert/strict';
import type { CriterionReport, StepReport } from '../../../reports/index.ts';
import { renderProgressLine, renderSummary } from '../../../reports/render/index.ts';
import { attemptsOf, attemptsText } from '../../../reports/render/text/attempts.ts';
import { faultText } from '../../../reports/render/text/faults.ts';
import { mismatchText } from '../../../reports/render/text/mismatch-text.ts';
import { meaningOf } from '../../../reports/render/text/meaning.ts';
import { partsOfList } from '../../../reports/render/text/parts-of-list.ts';
import { missingSecrets } from '../../../reports/render/text/secrets.ts';
import { surfaceOf } from '../../../reports/render/text/words.ts';
import { LOOKS } from '../../fixtures/reports/new-looks.ts';
import { wholeLanguageReport } from '../../fixtures/reports/whole-language.ts';

const criteria = wholeLanguageReport().report.contracts.flatMap((contract) => contract.criteria);

function criterionOf(id: string): CriterionReport {
  const found = criteria.find((criterion) => criterion.id === id);
  assert.ok(found !== undefined, id);
  return found;
}

function sayOf(verb: string): string {
  const look = LOOKS.find((one) => one.verb === verb);
  assert.ok(look !== undefined, verb);
  return mismatchText(look, look.mismatches[0], 300);
}

describe('a mismatch of a newer verb', () => {
  it('names each alternative with what was found of it', () => {
    assert.equal(
      sayOf('browser.seeAny'),
      'none of these: link “Sign in”: none; button “Try again” (not disabled): “Try again”, disabled true',
    );
  });

  it('puts values that should agree side by side, and says what could not be read', () => {
    assert.equal(sayOf('values.agree'), 'not the same: page 1, API "1", table 0');
    const step = {
      verb: 'values.agree',
      words: 'the same: a and b',
      observed: { browser: 3, problems: { api: 'it was answered 404' } },
    };
    assert.equal(
      mismatchText(step, { path: '', message: 'api: it was answered 404' }, 200),
      'not the same: page 3, API not read: it was answered 404',
    );
  });

  it('says which dialogs, files, lines and errors there were instead', () => {
    assert.equal(
      sayOf('browser.asked'),
      'dialogs: expected confirm "Remove this favourite?", found alert “Something went wrong” (dismissed)',
    );
    assert.equal(
      sayOf('browser.downloaded'),
      'files handed out: expected name "favourites.csv", text matching "^slug,title", found “favourites.csv” (14 bytes) with "title;slug\\n"',
    );
    assert.match(sayOf('system.log'), /^lines: expected none, found 2: “10:15:21 debug login/u);
    assert.equal(
      sayOf('always.noServerErrors'),
      'expected none, found reader: POST /api/articles/tea-and-rain/favorite was answered 500',
    );
    const calls = { verb: 'browser.requests', words: '', observed: { count: 0, calls: [] } };
    const mismatch = { path: '/count', message: 'expected 1, found 0', expected: 1, actual: 0 };
    assert.equal(mismatchText(calls, mismatch, 200), 'calls: expected 1, found none');
    const unwanted = 'not containing { type: "alert" }';
    const asked = {
      verb: 'browser.asked',
      words: '',
      observed: { count: 1, dialogs: [{ type: 'alert', text: 'No' }] },
    };
    assert.equal(
      mismatchText(asked, { path: '/dialogs', message: `expected ${unwanted}, found []`, expected: unwanted }, 200),
      'dialogs: expected no alert, found alert “No”',
    );
  });

  it('says that it held for a while, whatever its room', () => {
    assert.match(sayOf('browser.see'), /^button “Favorite”: pressed expected true, found false \(it held for 1240 ms/u);
  });

  it('says which of several that were taken at once, among those of its kind', () => {
    const click = { outcome: 'not-found', detail: 'no such element' };
    const step = {
      verb: 'together',
      words: 'together: reader clicks button “Favorite; or not”; a sends POST /a; b sends POST /b (answers anything)',
      observed: { answers: [click, { status: 201, json: {} }, { status: 200, json: { n: 1 } }] },
    };
    const say = (path: string, expected: unknown, actual: unknown): string =>
      mismatchText(step, { path, message: 'expected 1, found 2', expected, actual }, 200);
    assert.equal(say('/answers/2/status', 201, 200), 'the 2nd request: expected status 201, found 200');
    assert.equal(say('/answers/1/json/n', 1, 2), 'the 1st request: n expected 1, found 2');
    assert.equal(
      say('/answers/0/outcome', 'done', 'not-found'),
      'the act: reader clicks button “Favorite; or not”: it was not found: no such element',
    );
    const cut = { ...step, observed: '{"answers":… (9000 characters in all)' };
    const mismatch = { path: '/answers/1/status', message: 'expected 1, found 2', expected: 1, actual: 2 };
    assert.equal(mismatchText(cut, mismatch, 200), 'the 2nd at once: expected status 1, found 2');
  });

  it('has no JSON Pointer in it', () => {
    for (const { verb } of LOOKS) assert.doesNotMatch(sayOf(verb), /(?:^|\s)\/(?:any|count|elements|dialogs)/u, verb);
  });
});

describe('the parts of a list in words', () => {
  it('are cut outside of quotes and brackets alone', () => {
    const words = 'link “a, b or c”, button “d” (text "x, y") or text “e”';
    assert.deepEqual(partsOfList(words, [', ', ' or '], 3), [
      'link “a, b or c”',
      'button “d” (text "x, y")',
      'text “e”',
    ]);
  });

  it('are not guessed where there are more than there should be', () => {
    assert.equal(partsOfList('a or b or c', [' or '], 2), undefined);
  });
});

describe('words for what was made to fail on purpose', () => {
  const { steps } = criterionOf('AC-01');
  const told = (id: string, all: readonly StepReport[] = steps): string | undefined => {
    const step = all.find((one) => one.id === id);
    return step === undefined ? undefined : faultText(step, all);
  };

  it('say until when', () => {
    assert.equal(told('given.1'), 'made to fail on purpose, until the start of db');
    assert.equal(told('given.2'), 'made to fail on purpose, for that one call');
    assert.equal(told('given.3'), 'made to fail on purpose, until the criterion ends');
    assert.equal(told('given.4'), 'made to fail on purpose, until the criterion ends');
    const others = steps.map((step) => (step.id === 'when.3' ? { ...step, words: 'start of cache' } : step));
    assert.equal(told('given.1', others), 'made to fail on purpose, until the criterion ends', 'another service');
  });

  it('are not said of what is no fault, or did not happen', () => {
    assert.equal(told('when.3'), undefined);
    const skipped = steps.map((step): StepReport => ({
      ...step,
      judgement: { kind: 'unverified', cause: 'not-run', why: '', evidence: [] },
    }));
    assert.equal(told('given.1', skipped), undefined);
  });

  it('are in the meaning of the verdict, and a failure made on purpose is no use of the service', () => {
    const { report } = wholeLanguageReport();
    const meaning = meaningOf(report);
    assert.match(meaning, /looked at in its database and put through failures made on purpose, and did not do/u);
    assert.doesNotMatch(meaning, /restarted/u);
  });
});

describe('words for several attempts', () => {
  it('say how many were what, and which of them is told', () => {
    const say = (id: string): string | undefined => {
      const attempts = attemptsOf(criterionOf(id));
      return attempts === undefined ? undefined : attemptsText(attempts);
    };
    assert.equal(say('AC-05.1'), 'run 5 times: satisfied each time');
    assert.equal(say('AC-05.2'), 'run 5 times: 3 satisfied, 2 violated; this is the 2nd, which decides');
    assert.equal(say('AC-01'), undefined);
  });
});

describe('what a reader of the console has to do', () => {
  const text = renderSummary(wholeLanguageReport().report, { color: false, width: 80, reportPath: 'r.html' });

  it('is to set the secret that is not set', () => {
    assert.match(text, /secret: set PAYMENT_API_KEY and verify again: no value could be made/u);
    assert.deepEqual(
      missingSecrets({ cause: 'environment', why: 'it has no value for the secret KEY, which is not set' }),
      ['KEY'],
    );
    assert.deepEqual(missingSecrets({ cause: 'secret', why: 'nothing is named' }), []);
  });

  it('is to look at the criterion that another builds on', () => {
    assert.match(text, /depends-on: it builds on AC-01, which is violated; what it builds on failed:\n/u);
  });

  it('is told in one line that a criterion was run several times', () => {
    assert.match(text, /^ {4}run 5 times: 3 satisfied, 2 violated; this is the 2nd, which decides$/mu);
  });

  it('marks what is held out, where that fails', () => {
    const { report } = wholeLanguageReport();
    const held = report.contracts.map((contract) => ({
      ...contract,
      criteria: contract.criteria.map((one) => (one.judgement === 'violated' ? { ...one, heldOut: true } : one)),
    }));
    const told = renderSummary({ ...report, contracts: held }, { color: false, width: 80, reportPath: 'r.html' });
    assert.match(told, /AC-05\.2 {2}\(held out\) Two requests/u);
  });

  it('names the mode of each service', () => {
    assert.match(text, /^Services {2}db PostgreSQL 16\.4 \(external, not reset\) · cache redis:7 \(containers\)/mu);
  });

  it('names where to look for what holds in every criterion', () => {
    assert.equal(surfaceOf('always.noServerErrors'), 'server');
    assert.equal(surfaceOf('always.noScriptErrors'), 'page');
    assert.equal(surfaceOf('together'), 'at once');
  });
});

describe('a line of progress about a criterion', () => {
  function lineOf(id: string, width: number): string {
    const { title, judgement, cause, why, steps, values } = criterionOf(id);
    const line = renderProgressLine(
      {
        kind: 'criterion-finished',
        criterion: { contract: 'favorites', id, title },
        judgement,
        ...(cause === undefined ? {} : { cause }),
        ...(why === undefined ? {} : { why, told: { steps, values } }),
        durationMs: 3,
      },
      { color: false, width },
    );
    return line?.split('\n')[1] ?? '';
  }

  it('says what differs in words, with this run’s values', () => {
    assert.match(lineOf('AC-01', 80), /^ {4}page: none of these: link “Sign in”: none; button/u);
    assert.match(lineOf('AC-05.2', 80), /^ {4}attempt 2 of 5: the 2nd request: expected status 200, found 201; 2/u);
    assert.match(lineOf('AC-07', 80), /^ {4}secret: set PAYMENT_API_KEY and verify again/u);
  });

  it('has the step’s own words as well where nothing is cut', () => {
    assert.match(
      lineOf('AC-03', Number.POSITIVE_INFINITY),
      /“reader sends POST \/api\/articles\/tea-and-rain\/favorite”: status expected 2xx, found 500$/u,
    );
  });
});
