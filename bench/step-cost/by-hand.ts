import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { statement, type MeasuredVerb } from './contract.ts';

/** One look of each kind, as somebody would write it who wants nothing but what it shows, and to keep it. */
export interface HandLooks extends AsyncDisposable {
  readonly look: (verb: MeasuredVerb, n: number) => Promise<void>;
}

/** Opens a database connection and a page of its own. */
export async function openByHand(at: {
  readonly database: string;
  readonly app: string;
  readonly browser: string;
  readonly folder: string;
}): Promise<HandLooks> {
  const client = new pg.Client(at.database);
  await client.connect();
  const browser = await chromium.launch({ executablePath: at.browser });
  const page = await browser.newPage();
  await page.goto(at.app);
  const keep = async (n: number, seen: unknown): Promise<void> => {
    await writeFile(join(at.folder, `${String(n)}.json`), JSON.stringify(seen, undefined, 1));
  };
  const looks: Readonly<Record<MeasuredVerb, (n: number) => Promise<void>>> = {
    'db.query': async (n) => {
      const { rows } = await client.query<object>(statement, [n, 'a word']);
      await keep(n, { statement, rows });
    },
    'api.request': async (n) => {
      const answer = await fetch(`${at.app}/numbers/${String(n)}`);
      const headers = Object.fromEntries(answer.headers.entries());
      await keep(n, { status: answer.status, headers, json: (await answer.json()) as unknown });
    },
    'browser.see': async () => {
      await readHeading(page);
    },
    'browser.at': async () => {
      await page.evaluate(() => ({ href: location.href, title: document.title }));
    },
  };
  return {
    look: (verb, n) => looks[verb](n),
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await client.end();
    },
  };
}

async function readHeading(page: Page): Promise<unknown> {
  const heading = page.getByRole('heading', { name: 'Quiet page', exact: true }).filter({ visible: true });
  return await heading.evaluateAll((found) => found.map((element) => (element as HTMLElement).innerText));
}
