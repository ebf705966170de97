import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import { Actor } from './actor.ts';
import type { Database } from './database.ts';
import { Scene } from './scene.ts';
import { StackSupply, type Stack } from './stack.ts';

interface Fixtures {
  readonly stack: Stack;
  readonly database: Database;
  readonly scene: Scene;
  /** Makes somebody without an account. */
  readonly meet: (name: string) => Promise<Actor>;
  readonly guest: Actor;
  readonly author: Actor;
  readonly reader: Actor;
  readonly other: Actor;
}

export const test = base.extend<Fixtures, { readonly stacks: StackSupply }>({
  stacks: [
    async ({}, use) => {
      const stacks = new StackSupply();
      await use(stacks);
      await stacks.dispose();
    },
    { scope: 'worker' },
  ],
  stack: async ({ stacks }, use) => {
    const stack = await stacks.take();
    await use(stack);
    stacks.giveBack(stack);
  },
  database: async ({ stack }, use) => {
    await use(stack.database);
  },
  scene: async ({ stack }, use, testInfo) => {
    const scene = new Scene(stack.database);
    await use(scene);
    if (testInfo.errors.length === 0) await scene.end();
    await keepEvidence(scene, stack, testInfo);
    await Promise.all(scene.actors.map((actor) => actor.dispose()));
  },
  meet: async ({ browser, playwright, stack, scene }, use) => {
    await use(async (name) => {
      const request = await playwright.request.newContext({ baseURL: stack.url });
      const actor = new Actor({
        name,
        browser,
        request,
        baseURL: stack.url,
        acted: () => {
          scene.acted();
        },
      });
      scene.actors.push(actor);
      return actor;
    });
  },
  guest: async ({ meet }, use) => {
    await use(await meet('guest'));
  },
  author: async ({ meet }, use) => {
    await use(await (await meet('author')).join());
  },
  reader: async ({ meet }, use) => {
    await use(await (await meet('reader')).join());
  },
  other: async ({ meet }, use) => {
    await use(await (await meet('other')).join());
  },
});

export { expect } from '@playwright/test';

/** A picture of every page, what pages and API said, the rows that were read, the service's log. */
async function keepEvidence(scene: Scene, stack: Stack, testInfo: TestInfo): Promise<void> {
  const folder = testInfo.outputDir;
  await mkdir(folder, { recursive: true });
  const opened = scene.actors.filter(({ hasPage }) => hasPage);
  await Promise.all(opened.map(({ name, page }) => page.screenshot({ path: join(folder, `${name}.png`) })));
  await Promise.all(opened.map(({ record }) => record.complete()));
  const calls = scene.actors.map(({ name, record, calls: api }) => ({
    name,
    network: record.network,
    console: record.console,
    api,
  }));
  await Promise.all([
    writeFile(join(folder, 'calls.json'), JSON.stringify(calls, undefined, 1)),
    writeFile(join(folder, 'rows.json'), JSON.stringify(stack.database.read, undefined, 1)),
    writeFile(join(folder, 'service.log'), stack.log),
  ]);
}
