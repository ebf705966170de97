import assert from 'node:assert/strict';
import fc from 'fast-check';
import stringWidth from 'string-width';
import type { Mismatch } from '../../../reports/index.ts';
import type { ToldStep } from '../../../reports/render/text/told-step.ts';
import { mismatchText } from '../../../reports/render/text/mismatch-text.ts';
import { tellOf } from '../../../reports/render/text/why-text.ts';
import { failReport } from '../../fixtures/reports/fail.ts';
import { makeOneLine, makePrintable } from '../../../reports/render/text/printable.ts';
import { tellingLines } from '../../../reports/render/text/telling-lines.ts';
import { formatValue } from '../../../reports/render/text/value-text.ts';
import { cutTo, wrapTo } from '../../../reports/render/text/width.ts';
import { durationText, originText, tookText } from '../../../reports/render/text/words.ts';
import { text } from './arbitrary-report.ts';

describe('cutting a text to a width', () => {
  it('keeps what fits and never splits a sign', () => {
    assert.equal(cutTo('favourite', 9), 'favourite');
    assert.equal(cutTo('favourite', 8), 'favouri…');
    assert.equal(cutTo('静かな川', 7), '静かな…');
    assert.equal(cutTo('静かな川', 6), '静か…');
    assert.equal(cutTo('a👩‍👩‍👧‍👦b', 3), 'a…');
    assert.equal(cutTo('e\u0301e\u0301e\u0301', 2), 'e\u0301…');
  });

  it('never makes it wider than the width', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 30 }), (original, width) => {
        const cut = cutTo(makeOneLine(original), width);
        assert.ok(stringWidth(cut) <= width);
        for (const line of wrapTo(makeOneLine(original), Math.max(1, width)))
          assert.ok(stringWidth(line) <= Math.max(1, width));
      }),
    );
  });
});

describe('making a text printable', () => {
  it('shows what would act', () => {
    assert.equal(makePrintable('a\u001b[31mb\u0000\u007f\u009b'), 'a␛[31mb␀␡\\u009b');
    assert.equal(makePrintable('\u202eabc'), '\\u202eabc');
    assert.equal(makePrintable('\ud83d x \ude00'), '\ufffd x \ufffd');
    assert.equal(makePrintable('tab\tline\nمقالة 👩‍👧'), 'tab\tline\nمقالة 👩‍👧');
  });
});

describe('a value as text', () => {
  it('has all its digits', () => {
    assert.equal(formatValue({ n: 12345678901234567890n, t: 'x' }), '{"n":12345678901234567890,"t":"x"}');
    assert.equal(formatValue(undefined), 'nothing');
    assert.equal(formatValue(null), 'null');
  });

  it('says how much was cut off', () => {
    assert.equal(formatValue('x'.repeat(20), 5), '"xxxx… (17 more)');
    assert.equal(formatValue('😀😀😀', 4), '"😀… (5 more)');
  });
});

describe('the telling lines of an output', () => {
  const noise = Array.from({ length: 30 }, (_, index) => `step ${String(index)} went well`);

  it('are those from the first error on, however much comes before and behind', () => {
    const lines = tellingLines([...noise, 'TypeError: x is undefined', ...noise, 'the end'].join('\n'), 8);
    assert.equal(lines.length, 8);
    assert.equal(lines[0], 'TypeError: x is undefined');
    assert.equal(lines.at(-1), 'the end');
  });

  it('are the last ones where nothing is named an error', () => {
    assert.deepEqual(tellingLines(`${noise.join('\n')}\n`, 2), noise.slice(-2));
  });

  it('hold nothing that a runner writes around the program', () => {
    const output =
      '$ npm run x\n\n> a@1 x\n> node x.js\n\nno licence\nnpm error code 1\nNode.js v20.1.0\n[exit code 1]\n';
    assert.deepEqual(tellingLines(output, 8), ['no licence']);
    assert.deepEqual(tellingLines('(nothing)', 8), []);
  });
});

describe('a mismatch in a line', () => {
  const asked = { verb: 'api.request', words: 'guest sends GET /', observed: {} };
  const mismatch = { path: '', message: 'expected 1, found 0', expected: 'a short one', actual: 'y'.repeat(100) };

  it('gives the room that a short value leaves to the other', () => {
    const line = mismatchText(asked, { ...mismatch, message: 'differs' }, 60);
    assert.ok(line.startsWith(`expected "a short one", found "${'y'.repeat(25)}`), line);
    assert.ok(line.endsWith('…') && line.length <= 60, line);
  });

  it('is its own words where they fit and say it, or are all there is', () => {
    assert.equal(mismatchText(asked, mismatch, 60), 'expected 1, found 0');
    assert.equal(mismatchText(asked, { path: '', message: 'the server hung up' }, 5), 'the server hung up');
    assert.equal(mismatchText(asked, { path: '', message: 'one too many', actual: 3 }, 40), 'one too many; saw 3');
    assert.equal(
      mismatchText(asked, { path: '', message: 'gone', expected: null }, 40),
      'expected null, found nothing',
    );
  });
});

describe('a mismatch as people say it', () => {
  const delta = { verb: 'db.delta', words: 'database: changed favorites deleted 1', observed: {} };
  const buttons = (count: number) => ({
    verb: 'browser.see',
    words: 'reader sees button “Favorite” inside article “A (b)” (pressed, text "x (y)")',
    observed: { count, elements: [] },
  });
  const pressed = { path: '/elements/0/pressed', message: 'expected true, found false', expected: true, actual: false };
  const say = (step: ToldStep, mismatch: Mismatch, room = 200): string => mismatchText(step, mismatch, room);

  it('names the element, and which one of several', () => {
    const target = 'button “Favorite” inside article “A (b)”';
    assert.equal(say(buttons(1), pressed), `${target}: pressed expected true, found false`);
    assert.equal(
      say(buttons(3), pressed),
      `the 1st of 3 ${target.replace('button', 'buttons')}: pressed expected true, found false`,
    );
    assert.equal(say(buttons(3), pressed, 40), 'pressed expected true, found false');
    const none = { path: '/count', message: 'expected at least 1, found 0', expected: 'at least 1', actual: 0 };
    assert.equal(say(buttons(0), none), `${target}: expected at least 1, found none`);
  });

  it('says which rows of a table should have changed, and what did', () => {
    const words = 'exactly { deleted: of length 1 }';
    const missing = { path: '/favorites', message: `nothing is there; expected ${words}`, expected: words };
    assert.equal(say(delta, missing), 'favorites: 1 row deleted expected, none was');
    const inserted = { inserted: [{ id: 1 }] };
    const more = {
      path: '/notes',
      message: 'nothing else was expected, found {"inserted": [{"id": 1}]}',
      expected: 'nothing',
      actual: inserted,
    };
    assert.equal(say(delta, more), 'notes: expected no change, found 1 row inserted [{"id":1}]');
    const twice = {
      path: '/favorites/deleted',
      message: 'expected 1 element, found 2: []',
      expected: '1 element',
      actual: [{}, {}],
    };
    assert.equal(say(delta, twice), 'favorites: 1 row deleted expected, found 2 rows deleted [{},{}]');
  });

  it('says where in an answer and in rows', () => {
    const of = (path: string): Mismatch => ({ path, message: 'expected 1, found 2', expected: 1, actual: 2 });
    const api = { verb: 'api.request', words: 'guest sends GET /', observed: {} };
    assert.equal(say(api, of('/json/articles/0/slug')), 'articles[0].slug expected 1, found 2');
    assert.equal(say(api, of('/headers/content-type')), 'header content-type expected 1, found 2');
    const query = { verb: 'db.query', words: 'database: “select 1”', observed: {} };
    assert.equal(say(query, of('/rows/0/n')), 'row 1, n expected 1, found 2');
  });

  it('says why an act or a look was not possible', () => {
    const observed = { outcome: 'ambiguous', detail: 'there are 2' };
    const click = { verb: 'browser.click', words: 'guest clicks button “Keep”', observed };
    const outcome = { path: '/outcome', message: 'expected "done", found "ambiguous"', expected: 'done' };
    assert.equal(
      say(click, { ...outcome, actual: 'ambiguous' }),
      'guest clicks button “Keep”: more than one element fits: there are 2',
    );
    const refused = { ...buttons(0), observed: { failed: 'not-answering', detail: 'the page did not answer' } };
    const nothing = { path: '/count', message: 'nothing is there; expected at least 1', expected: 'at least 1' };
    assert.match(say(refused, nothing), /: expected at least 1, but the page did not answer$/u);
  });

  it('puts this run’s values and people’s words into a sentence about a criterion', () => {
    const { criteria } = failReport().report.contracts[0] ?? { criteria: [] };
    const [criterion] = criteria;
    assert.ok(criterion !== undefined);
    assert.equal(
      tellOf(criterion, '“{{title}}”: /rows/0/n expected 1, found 0'),
      '“Quiet rivers carry the news”: row 1, n expected 1, found 0',
    );
  });
});

describe('words', () => {
  it('say a time as people do', () => {
    const said = [0, 0.4, 8, 999.4, 1234, 59_949, 59_951, 125_000].map(durationText);
    assert.deepEqual(said, ['<1 ms', '<1 ms', '8 ms', '999 ms', '1.2 s', '59.9 s', '1 min 0 s', '2 min 5 s']);
  });

  it('say no time where none was measured', () => {
    assert.equal(tookText({ durationMs: 0 }), '');
    assert.equal(tookText({ durationMs: 0, cached: true }), 'as before');
    assert.equal(tookText({ durationMs: 0.2 }), '<1 ms');
  });

  it('say where a step is written, and where it is used', () => {
    const at = (file: string, line: number) => ({ file, line, column: 1 });
    assert.equal(originText({ written: at('a.yaml', 3), via: [] }), 'a.yaml:3');
    const via = [
      { name: 'outer', at: at('b.yaml', 9) },
      { name: 'inner', at: at('a.yaml', 5) },
    ];
    assert.equal(
      originText({ written: at('a.yaml', 3), via }),
      'a.yaml:3, used at b.yaml:9 as “outer”, used at :5 as “inner”',
    );
  });
});
