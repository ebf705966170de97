import type { Locator as PageLocator } from '@playwright/test';
import mime from 'mime';
import type { BrowserAct, UploadFile, Value } from '../../../contracts/language/index.ts';
import { MissingFile, type ActOutcome } from './act-outcome.ts';
import type { ActorPage } from './actor-page.ts';
import { locate, locateHidden } from './locator.ts';
import { textOf } from './value-text.ts';

export type UploadProbe = Extract<BrowserAct<Value>, { readonly verb: 'browser.upload' }>;

/** Contents of files of the contracts' side, by their path in the repository. */
export type UploadContents = ReadonlyMap<string, Uint8Array>;

interface Payload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Hands the files to a field for files, or to whatever asks for files when it is clicked. Rejects as Playwright does. */
export async function upload(
  actor: ActorPage,
  { locator, files }: UploadProbe,
  call: { readonly files: UploadContents; readonly timeoutMs: number },
): Promise<ActOutcome> {
  const payloads = files.map((file) => payloadOf(file, call.files));
  const timeout = call.timeoutMs;
  const shown = locate(actor.page, locator);
  // Fields for files are often hidden behind something prettier; what is shown comes first.
  const target = (await shown.count()) > 0 ? shown : locateHidden(actor.page, locator);
  await waitUntilEnabled(target, timeout);
  try {
    await target.setInputFiles(payloads, { timeout });
    return { outcome: 'done' };
  } catch (error) {
    if (!(error instanceof Error) || !/not an HTMLInputElement|not an input\[type=file\]/iu.test(error.message))
      throw error;
  }
  return await chooseFiles(actor, target, { payloads, timeout });
}

async function waitUntilEnabled(target: PageLocator, timeout: number): Promise<void> {
  const element = await target.elementHandle({ timeout });
  try {
    await element.waitForElementState('enabled', { timeout });
  } finally {
    await element.dispose();
  }
}

/** As a person does: a click, and then the window in which files are chosen. */
async function chooseFiles(
  { page }: ActorPage,
  target: PageLocator,
  { payloads, timeout }: { readonly payloads: readonly Payload[]; readonly timeout: number },
): Promise<ActOutcome> {
  const asking = page.waitForEvent('filechooser', { timeout }).catch(() => undefined);
  await target.click({ timeout });
  const chooser = await asking;
  if (chooser === undefined) return { outcome: 'not-possible', detail: 'it did not ask for files' };
  if (payloads.length > 1 && !chooser.isMultiple())
    return { outcome: 'not-possible', detail: 'it takes one file, and there are more' };
  await chooser.setFiles([...payloads], { timeout });
  return { outcome: 'done' };
}

function payloadOf(file: UploadFile<Value>, files: UploadContents): Payload {
  const name = textOf(file.name);
  return {
    name,
    mimeType: file.type ?? mime.getType(name) ?? 'application/octet-stream',
    buffer: bytesOf(file, files),
  };
}

function bytesOf({ content }: UploadFile<Value>, files: UploadContents): Buffer {
  if (content.kind === 'text') return Buffer.from(textOf(content.text));
  if (content.kind === 'base64') return Buffer.from(content.base64, 'base64');
  const bytes = files.get(content.file);
  if (bytes === undefined) throw new MissingFile(`the file ${content.file} was not read`);
  return Buffer.from(bytes);
}
