import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { renderHtml } from '../../../reports/render/index.ts';
import type { ReportFixture } from '../../fixtures/reports/builders.ts';

/** The smallest picture. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A report in a folder as a run leaves it, opened from disk. */
export interface OpenedReport extends AsyncDisposable {
  readonly page: Page;
  /** Whatever the page wrote to its console, threw, or fetched from elsewhere than its folder. */
  readonly complaints: readonly string[];
}

function writeFolder({ report, contents }: ReportFixture): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-report-'));
  for (const [path, text] of contents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path.endsWith('.png') ? PIXEL : text);
  }
  const read = ({ path }: { readonly path: string }): string | undefined =>
    path.endsWith('.png') ? undefined : contents.get(path);
  writeFileSync(join(folder, 'report.html'), renderHtml(report, { read }));
  return folder;
}

function watch(page: Page, folder: string): string[] {
  const complaints: string[] = [];
  const inside = pathToFileURL(folder).href;
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(inside)) complaints.push(`request: ${request.url()}`);
  });
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  return complaints;
}

/** Writes the fixture's report into a folder and opens it over file://. */
export async function openReport(
  browser: Browser,
  fixture: ReportFixture,
  options: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<OpenedReport> {
  const { hash = '', ...contextOptions } = options;
  const folder = writeFolder(fixture);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...contextOptions });
  const page = await context.newPage();
  const complaints = watch(page, folder);
  await page.goto(pathToFileURL(join(folder, 'report.html')).href + hash);
  return {
    page,
    complaints,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
