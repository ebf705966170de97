import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { execa } from 'execa';

/** Where a browser came from: named by the person (`ASSAY_BROWSER`), downloaded by Playwright, or installed in the system. */
export type BrowserKind = 'explicit' | 'playwright' | 'system';

/** A browser that answered when asked for its version. */
export interface FoundBrowser {
  readonly found: true;
  readonly executablePath: string;
  readonly kind: BrowserKind;
  /** As the browser says it: `Chromium 150.0.7871.100`. */
  readonly version: string;
}

/** No usable browser, with what was tried and what became of it. */
export interface MissingBrowser {
  readonly found: false;
  readonly tried: readonly { readonly candidate: string; readonly why: string }[];
}

/** Where to look. Nothing is read from the process's environment: it is passed in. */
export interface BrowserSearch {
  /** PATH is searched; the browser is asked for its version with this environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `ASSAY_BROWSER`: when it is set, nothing else is tried, so that a run never takes another browser than the one that was named. */
  readonly explicit?: string | undefined;
  /** Where Playwright keeps its own browsers: the headless shell and chromium, in this order; whether they exist is found out here. */
  readonly playwright?: readonly string[] | undefined;
}

/** Names under which systems install a Chromium; the headless shell first, which starts more than twice as fast. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const VERSION_WITHIN_MS = 20_000;

/**
 * Finds the browser for a run: the one that was named, else Playwright's own, else the system's.
 * A candidate counts only when it runs and says its version: a file alone may lack its libraries.
 */
export async function findBrowser(search: BrowserSearch): Promise<FoundBrowser | MissingBrowser> {
  const tried: { candidate: string; why: string }[] = [];
  for (const { candidate, kind } of candidatesOf(search)) {
    const executablePath = await locate(candidate, search.env['PATH'] ?? '');
    if (executablePath === undefined) {
      tried.push({ candidate, why: 'not there, or not executable' });
      continue;
    }
    const answer = await askVersion(executablePath, search.env);
    if (answer.ok) return { found: true, executablePath, kind, version: answer.version };
    tried.push({ candidate: executablePath, why: answer.why });
  }
  return { found: false, tried };
}

function candidatesOf(search: BrowserSearch): { candidate: string; kind: BrowserKind }[] {
  if (search.explicit !== undefined && search.explicit !== '')
    return [{ candidate: search.explicit, kind: 'explicit' }];
  return [
    ...(search.playwright ?? []).map((candidate) => ({ candidate, kind: 'playwright' as const })),
    ...SYSTEM_NAMES.map((candidate) => ({ candidate, kind: 'system' as const })),
  ];
}

/** The first executable file of that name in PATH; a name with a slash is a path. */
async function locate(candidate: string, path: string): Promise<string | undefined> {
  if (candidate.includes('/') || isAbsolute(candidate)) return (await isExecutable(candidate)) ? candidate : undefined;
  for (const folder of path.split(delimiter).filter((part) => part !== '')) {
    const file = join(folder, candidate);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function askVersion(
  executablePath: string,
  env: BrowserSearch['env'],
): Promise<{ ok: true; version: string } | { ok: false; why: string }> {
  const result = await execa(executablePath, ['--version'], {
    env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: VERSION_WITHIN_MS,
    forceKillAfterDelay: 1000,
  });
  const version = result.stdout.trim().split('\n')[0] ?? '';
  if (!result.failed && version !== '') return { ok: true, version };
  if (result.timedOut)
    return { ok: false, why: `did not say its version within ${String(VERSION_WITHIN_MS / 1000)} s` };
  const lastLine = result.stderr.trim().split('\n').at(-1) ?? '';
  return {
    ok: false,
    why:
      lastLine !== '' ? lastLine : `asked for its version, it ended with ${String(result.exitCode ?? result.signal)}`,
  };
}
