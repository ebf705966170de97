import { execa } from 'execa';
import type { Result } from '../environment/environment.ts';
import { findBrowser, type FoundBrowser, type MissingBrowser } from './browser-finder.ts';
import type { DoctorPlace, Finding } from './finding.ts';
import { browserRemedies, commandLine, type Remedy } from './remedies.ts';

type BrowserPlace = Pick<DoctorPlace, 'baseEnv' | 'browser' | 'playwright' | 'system'>;

const INSTALL_WITHIN_MS = 600_000;

/** Whether there is a browser, and which one a run would take. */
export async function examineBrowser(place: BrowserPlace): Promise<Finding> {
  const about = { id: 'browser', title: 'Browser', neededFor: 'contracts with the steps browser.…' } as const;
  const found = await find(place);
  if (found.found)
    return { ...about, state: 'ok', found: `${found.version}, ${found.executablePath} (${wordsOf(found.kind)})` };
  return { ...about, state: 'missing', found: whyMissing(found), ...remedyFor(place) };
}

/**
 * Makes sure that there is a browser: the one that is there, else one that can be installed without asking (as root on Debian from its packages,
 * else Playwright's own). Takes minutes at most. The failure says what was tried, and what a person can do.
 */
export async function provideBrowser(
  place: BrowserPlace,
  tell: (message: string) => void,
): Promise<Result<FoundBrowser, string>> {
  const found = await find(place);
  if (found.found) return { ok: true, value: found };
  if (isNamed(place)) return { ok: false, failure: `ASSAY_BROWSER names no usable browser: ${whyMissing(found)}` };
  const failures: string[] = [];
  for (const remedy of browserRemedies(place.system)) {
    tell(`no browser was found; installing one: ${remedy.what}\n  ${commandLine(remedy)}`);
    const failure = await apply(remedy, place);
    const installed = await find(place);
    if (installed.found) return { ok: true, value: installed };
    failures.push(`${commandLine(remedy)}: ${failure ?? `it succeeded, but ${whyMissing(installed)}`}`);
  }
  return {
    ok: false,
    failure: ['No browser was found, and none could be installed.', ...failures, adviceFor(place)].join('\n'),
  };
}

function find({ baseEnv, browser, playwright }: BrowserPlace): Promise<FoundBrowser | MissingBrowser> {
  return findBrowser({ env: baseEnv, explicit: browser, playwright });
}

function isNamed({ browser }: BrowserPlace): boolean {
  return browser !== undefined && browser !== '';
}

async function apply(remedy: Remedy, { baseEnv }: BrowserPlace): Promise<string | undefined> {
  for (const [program = '', ...args] of remedy.commands) {
    const env = { ...baseEnv, DEBIAN_FRONTEND: 'noninteractive' };
    const result = await execa(program, args, {
      env,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      timeout: INSTALL_WITHIN_MS,
      all: true,
    });
    if (result.failed) return result.all.trim().split('\n').at(-1) ?? result.shortMessage;
  }
  return undefined;
}

function whyMissing({ tried }: MissingBrowser): string {
  const broken = tried.filter(({ why }) => !why.startsWith('not there'));
  if (broken.length > 0) return broken.map(({ candidate, why }) => `${candidate}: ${why}`).join('; ');
  const [only] = tried;
  return tried.length === 1 && only !== undefined
    ? `${only.candidate}: ${only.why}`
    : 'neither Playwright’s own nor one of the system';
}

function remedyFor(place: BrowserPlace): { remedy?: string } {
  if (isNamed(place)) return { remedy: 'unset ASSAY_BROWSER' };
  const [first] = browserRemedies(place.system);
  return first === undefined ? {} : { remedy: commandLine(first) };
}

function adviceFor({ system }: BrowserPlace): string {
  const packaged = system.platform === 'linux' && system.distribution === 'debian' && !system.root;
  return packaged
    ? '→ as root: apt-get install -y chromium-headless-shell fonts-liberation; or set ASSAY_BROWSER to the path of a Chromium'
    : '→ install Chromium or Google Chrome, or set ASSAY_BROWSER to the path of one';
}

function wordsOf(kind: FoundBrowser['kind']): string {
  switch (kind) {
    case 'explicit':
      return 'named by ASSAY_BROWSER';
    case 'playwright':
      return 'Playwright’s own';
    case 'system':
      return 'of the system';
  }
}
