import { access } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Browser, BrowserType } from '@playwright/test';
import { readerName, readerSource } from './page-reader.ts';

/*
 * The only file that imports Playwright's browser API as a value. It is imported when it is needed:
 * loading it costs a third of a second, which a command without a browser should not pay.
 */

/** What a launch is made of. */
export interface ChromiumLaunch {
  readonly executablePath: string | undefined;
  /** Beside our own. */
  readonly args: readonly string[];
  /** Where files lie that pages hand out; a temporary folder of the browser's own when undefined. */
  readonly downloadsPath: string | undefined;
  readonly timeoutMs: number;
}

/** Starts Chromium without a window. Rejects with what it wrote when it does not start. */
export async function launchChromium(launch: ChromiumLaunch): Promise<Browser> {
  const chromium = await loadChromium();
  return await chromium.launch({
    ...(launch.executablePath === undefined ? {} : { executablePath: launch.executablePath }),
    ...(launch.downloadsPath === undefined ? {} : { downloadsPath: launch.downloadsPath }),
    timeout: launch.timeoutMs,
    headless: true,
    // What `navigator.webdriver` says is no business of the page's.
    args: ['--disable-blink-features=AutomationControlled', ...launch.args],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** Where Playwright's own browsers are, as far as they are installed: the headless shell first, which starts faster. */
export async function bundledExecutablePaths(): Promise<readonly string[]> {
  const whole = (await loadChromium()).executablePath();
  const installed = await Promise.all([headlessShellBeside(whole), whole].map(isThere));
  return installed.filter((path) => path !== undefined);
}

let loading: Promise<BrowserType> | undefined;

/** Once per process: a selector engine can't be registered twice. Every context that is made from then on knows it. */
async function loadChromium(): Promise<BrowserType> {
  return await (loading ??= load());
}

async function load(): Promise<BrowserType> {
  const { chromium, selectors } = await import('@playwright/test');
  await selectors.register(readerName, { content: readerSource() }, { contentScript: true });
  return chromium;
}

/** `…/chromium-1234/chrome-linux64/chrome` lies beside `…/chromium_headless_shell-1234/chrome-headless-shell-linux64/chrome-headless-shell`. */
function headlessShellBeside(whole: string): string {
  const parts = whole.split(sep);
  const folder = parts.findIndex((part) => /^chromium-\d+$/u.test(part));
  const build = parts[folder]?.replace('chromium-', '') ?? '';
  const platform = (parts[folder + 1] ?? '').replace('chrome-', 'chrome-headless-shell-');
  return join(
    dirname(parts.slice(0, folder + 1).join(sep)),
    `chromium_headless_shell-${build}`,
    platform,
    'chrome-headless-shell',
  );
}

async function isThere(path: string): Promise<string | undefined> {
  try {
    await access(path);
    return path;
  } catch {
    return undefined;
  }
}
