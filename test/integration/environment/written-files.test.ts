import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, newGround, subject, TINY_APP, tinySystem } from './support.ts';

describe('files that an application writes', () => {
  const ground = newGround();
  const checkout = mkdtempSync(join(tmpdir(), 'assay-written-'));
  after(async () => {
    await ground[Symbol.asyncDispose]();
    rmSync(checkout, { recursive: true, force: true });
  });

  it('in the checkout are told by their paths, those that were there before and those of packages are not', async () => {
    cpSync(TINY_APP, checkout, { recursive: true });
    symlinkSync(join(TINY_APP, '../../../node_modules'), join(checkout, 'node_modules'));
    mkdirSync(join(checkout, 'packages/one/node_modules'), { recursive: true });
    writeFileSync(join(checkout, 'built.txt'), 'by the build');
    const services = must(await ground.services({ ...tinySystem(), root: '.' }));
    const environment = must(await services.prepareTemplates(subject({ checkout })));
    const stack = must(await environment.createStack({ links: [] }));
    assert.deepEqual(await environment.writtenFiles(), []);
    assert.equal((await fetch(`${stack.app.url}/keep`)).status, 201);
    writeFileSync(join(checkout, 'packages/one/node_modules/.cache'), '');
    writeFileSync(join(checkout, 'built.txt'), 'by the stranger');
    rmSync(join(checkout, 'migrate.mjs'));
    await stack[Symbol.asyncDispose]();
    assert.deepEqual(await environment.writtenFiles(), ['built.txt', 'migrate.mjs', 'state.json']);
  });
});
