import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadFile, Value } from '../../../contracts/language/index.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, role, whole } from './browser-world.ts';

/** Tells of the files that a field was given. */
const tells = `onchange="Promise.all([...this.files].map(async (f) => [f.name, f.type, f.size, (await f.text()).slice(0, 20)].join(':'))).then((all) => { o.textContent = all.join(' ') })"`;

describe('files in the browser', () => {
  let folder: string;
  let engine: BrowserEngine;
  let world: BrowserWorld;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-downloads-'));
    engine = await launch({ downloadsPath: folder });
  });
  after(async () => {
    await engine[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    world = await BrowserWorld.open(engine, { files: { 'contracts/cat.png': Buffer.from('miaow') } });
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
  });

  const label = { by: { kind: 'label', text: whole('Picture') } } as const;
  async function upload(files: readonly UploadFile<Value>[], locator: object = label): Promise<Value> {
    return await world.observe(
      { verb: 'browser.upload', actor: 'reader', locator: locator as typeof label, files },
      1_500,
    );
  }
  const inline = (name: string, content: string): UploadFile<Value> => ({
    name,
    content: { kind: 'text', text: content },
  });
  async function show(body: string): Promise<void> {
    world.site.page('/', `${body}<output id="o"></output>`);
    await world.open('/');
  }
  const told = async (): Promise<unknown> => await world.texts(css('#o'));

  it('are handed over as text, bytes or files of the contracts’ side, with a type by their name', async () => {
    await show(`<label>Picture <input type="file" multiple ${tells}></label>`);
    const files: UploadFile<Value>[] = [
      inline('notes.txt', 'Ünï'),
      { name: 'x.bin', content: { kind: 'base64', base64: 'AAEC' } },
      { name: 'cat.png', content: { kind: 'file', file: 'contracts/cat.png' } },
      { name: 'cat.png', type: 'text/html', content: { kind: 'text', text: '' } },
    ];
    assert.deepEqual(await upload(files), { outcome: 'done' });
    const [seen] = (await told()) as [string];
    assert.deepEqual(seen.split(' '), [
      'notes.txt:text/plain:5:Ünï',
      'x.bin:application/octet-stream:3:\u0000\u0001\u0002',
      'cat.png:image/png:5:miaow',
      'cat.png:text/html:0:',
    ]);
  });

  it('are handed to a field that is hidden behind its label, and to a button that asks for them', async () => {
    await show(`<label>Picture <input type="file" style="display:none" ${tells}></label>`);
    assert.deepEqual(await upload([inline('a.csv', '1,2')]), { outcome: 'done' });
    assert.deepEqual(await told(), ['a.csv:text/csv:3:1,2']);
    await show(`<button onclick="f.click()">Choose</button><input id="f" type="file" style="display:none" ${tells}>`);
    assert.deepEqual(await upload([inline('b.txt', 'b')], button('Choose')), { outcome: 'done' });
    assert.deepEqual(await told(), ['b.txt:text/plain:1:b']);
  });

  it('are not handed to what does not ask, to a closed field, or to one that takes one', async () => {
    await show(`<button>Photo</button><label>Picture <input type="file" disabled ${tells}></label>`);
    assert.deepEqual(await upload([inline('a', 'a')], button('Photo')), {
      outcome: 'not-possible',
      detail: 'it did not ask for files',
    });
    assert.deepEqual(await upload([inline('a', 'a')]), { outcome: 'not-possible', detail: 'it is disabled' });
    assert.deepEqual(await upload([inline('a', 'a')], css('video')), {
      outcome: 'not-found',
      detail: 'nothing like this is on the page',
    });
    await show(`<label>Picture <input type="file" ${tells}></label>`);
    const two = (await upload([inline('a', 'a'), inline('b', 'b')])) as { outcome: string };
    assert.equal(two.outcome, 'not-possible');
  });

  it('that nobody read for us are no finding about the page', async () => {
    await show(`<label>Picture <input type="file" ${tells}></label>`);
    const files: UploadFile<Value>[] = [{ name: 'a', content: { kind: 'file', file: 'contracts/none.png' } }];
    const observation = await world.perform({ verb: 'browser.upload', actor: 'reader', locator: label, files });
    assert.equal(observation.kind, 'errored');
  });

  const downloaded = async (): Promise<Value> => await world.observe({ verb: 'browser.downloaded', actor: 'reader' });
  const attachment = (name: string, body: string | Buffer, path = '/file'): void => {
    world.site.answer(path, (_, response) =>
      response
        .writeHead(200, { 'content-disposition': `attachment; filename="${name}"`, 'content-type': 'text/csv' })
        .end(body),
    );
  };

  it('that a page hands out are told with name, length and text, since `when` began', async () => {
    attachment('list.csv', 'a,b\nÜ,2\n');
    await show(
      `<a href="/file">Get</a><a href="/file" target="_blank">Tab</a><a download="made.txt" href="data:text/plain,made">Make</a>`,
    );
    await world.click(role('link', whole('Get')));
    const list = { name: 'list.csv', bytes: 9, text: 'a,b\nÜ,2\n' };
    assert.deepEqual(await downloaded(), { count: 1, downloads: [list] });
    world.browser.markWhen();
    assert.deepEqual(await downloaded(), { count: 0, downloads: [] });
    await world.click(role('link', whole('Make')));
    assert.deepEqual(await downloaded(), { count: 1, downloads: [{ name: 'made.txt', bytes: 4, text: 'made' }] });
    await world.click(role('link', whole('Tab')));
    assert.deepEqual(await downloaded(), {
      count: 2,
      downloads: [{ name: 'made.txt', bytes: 4, text: 'made' }, list],
    });
    assert.deepEqual(await world.texts(role('link')), ['Get', 'Tab', 'Make']);
  });

  it('have no text when they are none, or too long, which is said; nothing of them stays on the disk', async () => {
    attachment('image.png', Buffer.from([0x89, 0xff, 0xfe]));
    await show('<a href="/file">Get</a><a href="/long">Long</a>');
    await world.click(role('link', whole('Get')));
    assert.deepEqual(await downloaded(), { count: 1, downloads: [{ name: 'image.png', bytes: 3 }] });
    world.browser.markWhen();
    attachment('long.csv', 'x'.repeat(1024 * 1024 + 1), '/long');
    await world.click(role('link', whole('Long')));
    const note = 'not read: 1048577 bytes, of which a text may have 1048576';
    assert.deepEqual(await downloaded(), { count: 1, downloads: [{ name: 'long.csv', bytes: 1_048_577, note }] });
    const left = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    assert.deepEqual(
      left.filter((entry) => entry.isFile()),
      [],
    );
  });

  it('that are still coming are waited for, and what was handed out is not known before', async () => {
    let finish = (): void => undefined;
    world.site
      .answer('/slow', (_, response) => {
        response
          .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename=slow.txt' })
          .write('be');
        finish = () => response.end('gun');
      })
      .page('/', '<a href="/slow">Slow</a>');
    await world.open('/');
    await world.click(role('link'));
    const downloaded = { verb: 'browser.downloaded', actor: 'reader' } as const;
    const early = await world.perform(downloaded, 300);
    assert.equal(early.kind, 'timed-out');
    const waiting = world.observe(downloaded);
    finish();
    assert.deepEqual(await waiting, { count: 1, downloads: [{ name: 'slow.txt', bytes: 5, text: 'begun' }] });
  });

  it('that are broken off are none', async () => {
    world.site.answer('/file', (request, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="a.csv"', 'content-length': '100' });
      response.write('half');
      setTimeout(() => request.socket.destroy(), 200);
    });
    await show('<a href="/file">Get</a>');
    await world.click(role('link', whole('Get')));
    assert.deepEqual(await downloaded(), { count: 0, downloads: [] });
  });
});
