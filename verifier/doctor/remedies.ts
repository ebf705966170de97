import type { SystemKind } from './finding.ts';

/** A way to get something: commands that need no answer, and what they do, for people. */
export interface Remedy {
  readonly commands: readonly (readonly string[])[];
  readonly what: string;
}

/** Without fonts, the pages in screenshots would have no letters. */
const DEBIAN_BROWSER = ['chromium-headless-shell', 'fonts-liberation'];

/**
 * The ways to get a browser on this system, the best first. Pure.
 * Debian's package is small and starts fast, but takes root; Playwright's own download needs its servers, and system libraries.
 */
export function browserRemedies({ platform, distribution, root }: SystemKind): readonly Remedy[] {
  const download: Remedy = {
    commands: [['npx', 'playwright', 'install', 'chromium-headless-shell']],
    what: 'Playwright’s own Chromium, downloaded for this user',
  };
  if (platform !== 'linux' || distribution !== 'debian' || !root) return [download];
  const packages: Remedy = {
    commands: [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_BROWSER],
    ],
    what: 'Debian’s Chromium without a window, and letters for it',
  };
  return [packages, download];
}

/** The remedy as one line for a shell. Pure. */
export function commandLine(remedy: Remedy): string {
  return remedy.commands.map((words) => words.join(' ')).join(' && ');
}

/** The command line that installs packages of this system. Pure. */
export function installLine(
  packages: { readonly debian: string; readonly brew: string; readonly alpine: string },
  system: SystemKind,
): string {
  const { platform, distribution, root } = system;
  if (platform === 'darwin') return `brew install ${packages.brew}`;
  const sudo = root ? '' : 'sudo ';
  if (distribution === 'alpine') return `${sudo}apk add ${packages.alpine}`;
  return `${sudo}apt-get install -y ${packages.debian}`;
}
