import assert from 'node:assert/strict';
import { leadsElsewhere } from '../../../contracts/language/index.ts';

describe('A path', () => {
  it('with a part that readers of addresses take away asks for another one', () => {
    for (const path of ['/notes/..', '/notes/.', '/..', '/a/../b', '/a/./b?c=d', '/a/%2e%2E', '/a/.%2e#x'])
      assert.match(leadsElsewhere(path) ?? '', /asks for another one: “[^”]+” between slashes is never sent/u, path);
  });

  it('with dots elsewhere does not', () => {
    for (const path of ['/', '/notes/...', '/a.b/..c', '/.well-known/x', '/a?next=/..', '/a#/../b', '/a/..%2Fb'])
      assert.equal(leadsElsewhere(path), undefined, path);
  });
});
