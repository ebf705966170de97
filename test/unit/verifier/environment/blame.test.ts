import assert from 'node:assert/strict';
import { blame } from '../../../../verifier/environment/app/blame.ts';

describe('an application that did not answer in time', () => {
  // Nobody listens on it: it is no port that can be had.
  const port = 1;
  const told = async (...listeners: string[]): Promise<string> =>
    (await blame({ kind: 'silent', why: 'silence' }, { service: 'app', port, log: [], listeners })).why;

  it('came too late when it listens now where it was asked', async () => {
    for (const listener of ['127.0.0.1:1', '0.0.0.0:1', '[::]:1'])
      assert.equal(
        await told('10.0.0.1:1', listener),
        `silence; it listens on 10.0.0.1:1 and ${listener} by now, which was too late: let it start faster, or give “ready” a longer “within”`,
      );
  });
  it('listens in the wrong place when that is another address, or another port', async () => {
    assert.match(await told('10.0.0.1:1'), /; it listens on 10\.0\.0\.1:1, which localhost does not lead to here/u);
    assert.match(
      await told('127.0.0.1:11'),
      /; it listens on 127\.0\.0\.1:11 and not on \{\{app\.port\}\}, which is 1$/u,
    );
  });
  it('is asked where it listens when nobody knows', async () => {
    assert.equal(await told(), 'silence; does it listen on {{app.port}}?');
  });
});
