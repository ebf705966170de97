import assert from 'node:assert/strict';
import { ownHosts, pathOf } from '../../../../../verifier/probes/browser/own-hosts.ts';

describe('ownHosts', () => {
  it('are the application’s host and port, by any name of this machine', () => {
    const isOwn = ownHosts('http://localhost:3000');
    for (const own of ['http://localhost:3000/a?b', 'http://127.0.0.1:3000', 'http://[::1]:3000/'])
      assert.ok(isOwn(own), own);
    for (const other of [
      'http://localhost:3001/',
      'http://localhost/',
      'http://example.org:3000/',
      'ws://localhost:3000/',
      'data:text/plain,x',
      'no address',
    ]) {
      assert.ok(!isOwn(other), other);
    }
  });

  it('know the standard ports', () => {
    assert.ok(ownHosts('https://staging.example.org')('https://staging.example.org:443/x'));
    assert.ok(!ownHosts('https://staging.example.org')('http://staging.example.org/x'));
  });
});

describe('pathOf', () => {
  it('is path and query, without fragment', () => {
    assert.equal(pathOf('http://localhost:3000/a/b?c=d#e'), '/a/b?c=d');
    assert.equal(pathOf('no address'), 'no address');
  });
});
