import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examineDisk } from '../../../../verifier/doctor/disk.ts';
import { isFit } from '../../../../verifier/doctor/examine.ts';
import type { Finding, SystemKind } from '../../../../verifier/doctor/finding.ts';
import { browserRemedies, commandLine, installLine } from '../../../../verifier/doctor/remedies.ts';
import { distributionOf } from '../../../../verifier/doctor/system-kind.ts';
import { examineGit, examineNode, isAtLeast } from '../../../../verifier/doctor/tools.ts';

const debian: SystemKind = { platform: 'linux', distribution: 'debian', root: true };
const lines = (system: SystemKind): string[] => browserRemedies(system).map(commandLine);
const download = 'npx playwright install chromium-headless-shell';

describe('remedies', () => {
  it('get a browser from Debian’s packages as root, and else from Playwright', () => {
    assert.equal(lines(debian).length, 2);
    assert.match(lines(debian)[0] ?? '', /^apt-get update/);
    assert.equal(lines(debian)[1], download);
    for (const other of [
      { ...debian, root: false },
      { ...debian, distribution: 'ubuntu' },
      { ...debian, platform: 'darwin' as const },
    ]) {
      assert.deepEqual(lines(other), [download]);
    }
  });

  it('fit the system and the account', () => {
    const git = { debian: 'git', brew: 'git', alpine: 'git' };
    assert.equal(installLine(git, debian), 'apt-get install -y git');
    assert.equal(installLine(git, { ...debian, root: false }), 'sudo apt-get install -y git');
    assert.equal(installLine(git, { ...debian, distribution: 'alpine' }), 'apk add git');
    assert.equal(installLine(git, { ...debian, platform: 'darwin', root: false }), 'brew install git');
  });

  it('know the distribution by /etc/os-release', () => {
    assert.equal(distributionOf('PRETTY_NAME="Debian GNU/Linux 12"\nVERSION_ID="12"\nID=debian\n'), 'debian');
    assert.equal(distributionOf('ID="almalinux"\nID_LIKE="rhel"\n'), 'almalinux');
    assert.equal(distributionOf(''), '');
  });
});

describe('examineNode and examineGit', () => {
  it('know what is too old', () => {
    assert.deepEqual(
      ['20.19.0', '20.20.2', '22.1.0', '20.18.9', '18.20.0', ''].map((version) => isAtLeast(version, [20, 19])),
      [true, true, true, false, false, false],
    );
    assert.equal(examineNode({ node: '20.19.0' }).state, 'ok');
    assert.equal(examineNode({ node: '18.20.0' }).state, 'missing');
  });

  it('miss a git that is not in PATH, with the command that installs it', async () => {
    const finding = await examineGit({ baseEnv: { PATH: '/nonexistent' }, system: debian });
    assert.deepEqual([finding.state, finding.remedy], ['missing', 'apt-get install -y git']);
  });
});

describe('examineDisk', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'assay-disk-'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('misses a cache that can’t be written to', async () => {
    writeFileSync(join(home, 'file'), '');
    const [cache] = await examineDisk({ cache: join(home, 'file', 'cache'), temporary: home, system: debian });
    assert.deepEqual([cache?.id, cache?.state], ['cache', 'missing']);
    assert.match(cache?.found ?? '', /can’t be written to: E/);
  });

  it('makes the cache when it can, and leaves no file in it', async () => {
    const [cache, temporary] = await examineDisk({ cache: join(home, 'a', 'b'), temporary: home, system: debian });
    assert.match(cache?.found ?? '', / free/);
    assert.notEqual(temporary?.state, undefined);
  });
});

describe('isFit', () => {
  const finding = (state: Finding['state']): Finding => ({ id: 'git', title: 'Git', state, found: '', neededFor: '' });
  it('forgives what is degraded, not what is missing', () => {
    assert.equal(isFit([finding('ok'), finding('degraded')]), true);
    assert.equal(isFit([finding('ok'), finding('missing')]), false);
  });
});
