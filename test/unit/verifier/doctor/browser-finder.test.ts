import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideBrowser } from '../../../../verifier/doctor/browser.ts';
import { findBrowser } from '../../../../verifier/doctor/browser-finder.ts';
import type { SystemKind } from '../../../../verifier/doctor/finding.ts';

describe('browsers', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'assay-browser-'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });
  const program = (name: string, body: string, mode = 0o755): string => {
    const file = join(home, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode });
    return file;
  };
  const browser = (name: string): string => program(name, `[ "$1" = --version ] && echo "Chromium 1 ${name} "`);
  /** A PATH with nothing in it but what a test puts there. */
  const path = (...folders: string[]): string => folders.map((folder) => join(home, folder)).join(':');

  describe('findBrowser', () => {
    it('takes Playwright’s own before the system’s', async () => {
      const own = browser('playwright/headless_shell');
      browser('bin/chromium');
      const found = await findBrowser({ env: { PATH: path('bin') }, playwright: [join(home, 'missing'), own] });
      assert.deepEqual(found, {
        found: true,
        executablePath: own,
        kind: 'playwright',
        version: 'Chromium 1 playwright/headless_shell',
      });
    });

    it('takes the system’s headless shell before its chromium, wherever in PATH', async () => {
      browser('first/chromium');
      const shell = browser('second/chromium-headless-shell');
      const found = await findBrowser({ env: { PATH: path('first', 'second') }, playwright: [join(home, 'missing')] });
      assert.ok(found.found);
      assert.deepEqual([found.executablePath, found.kind], [shell, 'system']);
    });

    it('takes only the one that was named', async () => {
      const named = browser('mine');
      browser('bin/chromium');
      const found = await findBrowser({ env: { PATH: path('bin') }, explicit: named, playwright: [browser('own')] });
      assert.ok(found.found);
      assert.deepEqual([found.executablePath, found.kind], [named, 'explicit']);
      const missing = await findBrowser({
        env: { PATH: path('bin') },
        explicit: join(home, 'nosuch'),
        playwright: [browser('own')],
      });
      assert.deepEqual(missing, {
        found: false,
        tried: [{ candidate: join(home, 'nosuch'), why: 'not there, or not executable' }],
      });
    });

    it('finds a named one in PATH, too', async () => {
      const named = browser('bin/my-browser');
      const found = await findBrowser({ env: { PATH: path('bin') }, explicit: 'my-browser' });
      assert.ok(found.found && found.executablePath === named);
    });

    it('goes on when one does not run, and says why', async () => {
      const broken = program('own', 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127');
      program('bin/chromium', 'exit 1', 0o644);
      const missing = await findBrowser({ env: { PATH: path('bin') }, playwright: [broken] });
      assert.ok(!missing.found);
      assert.deepEqual(missing.tried[0], {
        candidate: broken,
        why: 'error while loading shared libraries: libnss3.so',
      });
      const chrome = browser('bin/google-chrome');
      const found = await findBrowser({ env: { PATH: path('bin') }, playwright: [broken] });
      assert.ok(found.found && found.executablePath === chrome);
    });

    it('shows a browser nothing but the given environment', async () => {
      const found = await findBrowser({
        env: { PATH: '/usr/bin:/bin' },
        explicit: program('b', 'echo "Chromium [$HOME]"'),
      });
      assert.ok(found.found && found.version === 'Chromium []');
    });
  });

  describe('provideBrowser', () => {
    const system: SystemKind = { platform: 'linux', distribution: 'debian', root: true };
    const place = (kind: SystemKind = system, named?: string) => ({
      baseEnv: { PATH: path('bin') },
      playwright: [join(home, 'own')],
      system: kind,
      ...(named === undefined ? {} : { browser: named }),
    });

    it('installs nothing when there is one', async () => {
      const own = browser('own');
      const told: string[] = [];
      const provided = await provideBrowser(place(), (message) => told.push(message));
      assert.ok(provided.ok && provided.value.executablePath === own);
      assert.deepEqual(told, []);
    });

    it('installs Debian’s package as root on Debian, and says so before', async () => {
      program(
        'bin/apt-get',
        `[ "$1" = update ] || { printf '#!/bin/sh\\necho Chromium 2' > ${home}/bin/chromium-headless-shell; /bin/chmod +x ${home}/bin/chromium-headless-shell; }`,
      );
      const told: string[] = [];
      const provided = await provideBrowser(place(), (message) => told.push(message));
      assert.ok(provided.ok && provided.value.version === 'Chromium 2', JSON.stringify(provided));
      assert.equal(told.length, 1);
      assert.match(
        told[0] ?? '',
        /Debian’s Chromium.*\n {2}apt-get update -qq && apt-get install -y .*chromium-headless-shell fonts-liberation/,
      );
    });

    it('downloads Playwright’s own elsewhere, and when packages fail', async () => {
      program('bin/apt-get', 'echo no network >&2; exit 100');
      program(
        'bin/npx',
        `[ "$*" = "playwright install chromium-headless-shell" ] && printf '#!/bin/sh\\necho Chromium 3' > ${home}/own && /bin/chmod +x ${home}/own`,
      );
      const provided = await provideBrowser(place(), () => undefined);
      assert.ok(provided.ok && provided.value.kind === 'playwright', JSON.stringify(provided));
    });

    it('says what was tried and what to do when nothing helps', async () => {
      program('bin/npx', 'echo getaddrinfo ENOTFOUND cdn.example >&2; exit 1');
      const provided = await provideBrowser(place({ ...system, root: false }), () => undefined);
      assert.ok(!provided.ok);
      assert.match(
        provided.failure,
        /npx playwright install chromium-headless-shell: getaddrinfo ENOTFOUND[^]*as root: apt-get install -y chromium-headless-shell/,
      );
    });

    it('installs nothing in place of one that was named', async () => {
      program('bin/npx', `touch ${home}/ran`);
      const provided = await provideBrowser(place({ ...system, root: false }, '/nosuch/browser'), () => undefined);
      assert.deepEqual(provided, {
        ok: false,
        failure: 'ASSAY_BROWSER names no usable browser: /nosuch/browser: not there, or not executable',
      });
    });
  });
});
