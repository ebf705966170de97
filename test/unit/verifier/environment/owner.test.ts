import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAlive, startOf, thisOwner } from '../../../../verifier/environment/live/owner.ts';

describe('the owner of a resource', () => {
  it('is alive while its process runs, and is not another process with its number', () => {
    const owner = thisOwner();
    assert.ok(isAlive(owner));
    assert.ok(!isAlive({ ...owner, startedAt: '1' }));
  });
  it('is dead when its process has ended, also before its parent has noticed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const owner = { ...thisOwner(), pid, startedAt: startOf(pid) ?? '' };
    assert.ok(isAlive(owner));
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.ok(!isAlive(owner));
  });
  it('is dead when the machine was started anew, and out of reach on another machine', () => {
    assert.ok(!isAlive({ ...thisOwner(), boot: 'another' }));
    assert.ok(isAlive({ ...thisOwner(), host: 'another', boot: 'another', pid: 1, startedAt: '1' }));
  });
});
