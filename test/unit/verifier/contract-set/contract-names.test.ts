import assert from 'node:assert/strict';
import type { Plan } from '../../../../contracts/language/index.ts';
import { whatCanBeNamed } from '../../../../verifier/contract-set/contract-names.ts';

const contract = (name: string, ...ids: string[]) => ({ name, criteria: ids.map((id) => ({ id })) });
const plan = {
  contracts: [contract('favorites', 'AC-01', 'AC-05.1', 'AC-05.2'), contract('articles', 'AR-01')],
} as unknown as Plan;
const say = (unknown: string) => whatCanBeNamed(unknown, { plan, names: ['favorites', 'articles'] });

describe('what can be named instead of a contract that is not there', () => {
  it('is each contract', () => {
    for (const unknown of ['favourites', 'articles/AC-01', 'x/AC-01', 'AC-0', 'AC-05.3', ''])
      assert.equal(say(unknown), 'there are: favorites, articles', unknown);
  });
  it('says whose a criterion is, alone, behind its contract’s name, and with rows', () => {
    for (const unknown of ['AC-01', 'favorites/AC-01', 'AC-05', 'favorites/AC-05.2'])
      assert.match(
        say(unknown),
        /^AC-\S+ is a criterion of “favorites”, and only whole contracts .*; there are: f/u,
        unknown,
      );
  });
});
