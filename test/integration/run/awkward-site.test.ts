import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VerificationReport } from '../../../reports/index.ts';
import { renderSummary } from '../../../reports/render/index.ts';
import { criterionOf, Lanes, tell } from './lanes.ts';

const workers = 3;

/** For each criterion: the steps that the wrong site violates, and what people read of it. */
const violations: Readonly<Record<string, readonly [steps: string, ...says: (string | RegExp)[]]>> = {
  'A-01': ['then.2', 'the address: expected "/hash-routes#/notes/2", found "/hash-routes"'],
  'A-02': ['then.1', 'expected "The second note", found "All notes"'],
  'A-03': ['when.1, then.1', 'going back failed: there is no page before this one'],
  'A-04': ['then.1, then.2', 'expected "/new-tab/article?id=4", found "/new-tab/article?id=1"'],
  'A-05': ['then.1', 'expected "Paid with card 4711", found "Not paid"'],
  'A-06': ['then.1', 'expected "Rated 3", found "Not rated"'],
  'A-07': ['then.1, then.2', 'row 1, text expected "Crème brûlée", found "CrÃ¨me brÃ»lÃ©e"'],
  'A-08': ['then.1', String.raw`found “stock.csv” (28 bytes) with "what,grams\nSalt, coarse,500\n"`],
  'B-01': ['then.1', 'the 2nd of 2 buttons “Favorite”: pressed expected true, found false'],
  'B-02': ['then.1', 'class expected "on", found ["star"]'],
  'B-03': [
    'then.1, then.2, then.3',
    'dialogs: expected confirm "Delete “Salt”?", found none',
    'papers: 1 row deleted, none expected: [{"title": "Salt"}]',
  ],
  'B-04': ['then.1', 'dialogs: expected text "Delete “Salt”?", found none'],
  'B-05': [
    'when.1, then.1',
    'the click failed: <div class="notice here">We use cookies.</div> intercepts pointer events',
  ],
  'B-06': ['then.2, then.3', 'expected 1, found 2: POST /double-submit/orders 201, POST /double-submit/orders 201'],
  'B-07': ['when.1, then.1', 'expected 1 element, found 2: [{"amount": 5}, {"amount": 5}]'],
  'N-01': ['then.3', 'found "Nobody"'],
  'N-02': ['then.2, then.3', /calls: .*expected 1, found none/u, 'rows expected 1 row, found none'],
  'N-03': ['then.1', 'pressed expected true, found false'],
  'N-04': ['then.1', '“Like” (pressed), for 2500ms', 'pressed expected true, found false'],
  'N-05': ['then.1, always.1', "Cannot read properties of undefined (reading 'track')"],
  'N-06': ['then.1', 'expected "Could not be saved. Try again.", found "Saved"'],
  'N-07': ['then.2', 'expected "Ada", found "Stranger"'],
  'N-08': ['then.1, then.2', 'expected "Ada", found "Stranger"', 'status expected 200, found 401'],
  'V-01': ['then.1', 'expected "It begins on March 1, 2026.", found "It begins on February 28, 2026."'],
  'V-02': ['then.2', 'row 1, day expected "2026-03-01", found "2026-02-28"'],
  'V-03.1': ['then.1, then.2', /expected none, found GET \/canary-[a-z]{12} 404/u],
  'V-03.2': ['then.1', /expected "Salt & <b>pepper<\/b> [a-z]+", found "Salt & pepper [a-z]+"/u],
  'W-01': ['then.1', 'expected "1 likes", found "0 likes"'],
  'W-02': ['then.1', 'expected "4 in the basket", found "1 in the basket"'],
  'W-03': ['then.1', 'expected "3 in the basket", found "0 in the basket"'],
  'W-04': ['then.1', /guest sees text “[^{}]+”, reloading between looks/u, 'expected at least 1, found none'],
  'W-05': ['then.1', 'expected at least 1, found none'],
  'W-06': ['then.1', /\d lines/u],
};

describe('a site of awkward pages', () => {
  let lanes: Lanes;
  before(async () => {
    lanes = await Lanes.open(['awkward-site']);
  });
  after(() => lanes[Symbol.asyncDispose]());

  /** The site with these traps wrong, verified. */
  async function verifyWith(wrong: readonly string[], selection: readonly string[] = []): Promise<VerificationReport> {
    await writeFile(join(lanes.repository.path, 'wrong.json'), JSON.stringify(wrong));
    await lanes.repository.commit(wrong.length === 0 ? 'Everything is right again' : `Wrong: ${wrong.join(', ')}`);
    return await lanes.verify(selection, workers);
  }

  it('passes as it should be', async () => {
    const report = await lanes.verify([], workers);
    assertSatisfied(report);
    assert.equal(report.verdict, 'PASS');
    const ids = report.contracts.flatMap(({ criteria }) => criteria).map(({ id }) => id);
    assert.deepEqual(ids.sort(), Object.keys(violations).sort());
  });

  describe('of which every page is wrong', () => {
    let report: VerificationReport;
    let blocks: readonly string[];
    before(async () => {
      const traps = await readdir(join(lanes.repository.path, 'traps'));
      report = await verifyWith(traps.map((file) => file.replace('.mjs', '')));
      const summary = { color: false, width: Number.POSITIVE_INFINITY, reportPath: '', program: 'assay' };
      blocks = renderSummary(report, summary).split(/\n(?=[✓✗?] )/u);
    });

    it('fails', () => {
      assert.equal(report.verdict, 'FAIL');
    });

    for (const [id, [steps, ...says]] of Object.entries(violations)) {
      it(`violates ${id} at ${steps}, and says why`, () => {
        const criterion = criterionOf(report, id);
        const violated = criterion.steps.filter(({ judgement: { kind } }) => kind === 'violated');
        assert.equal(violated.map((step) => step.id).join(', '), steps, `${tell(criterion)}\n${criterion.why ?? ''}`);
        assert.equal(criterion.judgement, 'violated', criterion.why);
        const block = blocks.find((text) => new RegExp(`^✗ [a-z]+ ${id} `, 'u').test(text)) ?? '';
        for (const words of says)
          assert.ok(
            typeof words === 'string' ? block.includes(words) : words.test(block),
            `${String(words)} is not in\n${block}`,
          );
      });
    }
  });

  it('passes again when it is mended', async () => {
    const again = ['values'];
    assertSatisfied(await verifyWith([], again), again);
  });
});

function assertSatisfied({ contracts }: VerificationReport, selection = contracts.map(({ name }) => name)): void {
  const criteria = contracts.filter(({ name }) => selection.includes(name)).flatMap((contract) => contract.criteria);
  const others = criteria.filter(({ judgement }) => judgement !== 'satisfied');
  assert.deepEqual(
    others.map((criterion) => `${criterion.id} ${tell(criterion)} ${criterion.why ?? ''}`),
    [],
  );
  assert.ok(criteria.length > 0);
}
