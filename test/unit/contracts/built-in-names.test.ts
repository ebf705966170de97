import assert from 'node:assert/strict';
import { judge } from '../../fuzz/judge.ts';
import { favorites, favoritesSystem } from './favorites.ts';
import { sources } from './sources.ts';

/** Names that every object of JavaScript has without anybody's having written them. */
const builtIn = ['constructor', '__proto__', 'toString'];

/** The text with each of its keys called so, one at a time. */
function withKeyCalled(name: string, text: string): string[] {
  return [...text.matchAll(/(?<=^[\s-]*|[{,]\s*)["\w.$-]+(?=:\s)/gmu)].map(
    ({ index, 0: key }) => text.slice(0, index) + name + text.slice(index + key.length),
  );
}

describe('A key that has the name of what every object has', () => {
  for (const name of builtIn) {
    it(`is a key like any other: ${name}`, () => {
      const inputs = [
        ...withKeyCalled(name, favorites).map((contract) => sources(contract, favoritesSystem)),
        ...withKeyCalled(name, favoritesSystem).map((system) => sources(favorites, system)),
      ];
      assert.ok(inputs.length > 100, `${String(inputs.length)} keys`);
      assert.deepEqual(
        inputs.map((input) => judge(input).defect).filter((defect) => defect !== undefined),
        [],
      );
    });
  }
});
