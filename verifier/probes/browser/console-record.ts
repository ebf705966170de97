import type { BrowserContext, Dialog } from '@playwright/test';
import type { Value, ValueMap } from '../../../contracts/language/index.ts';
import type { Clock } from '../../clock.ts';
import { textOf } from './value-text.ts';

/** Lines beyond this are counted and not kept. */
const entryLimit = 1_000;
const textLimit = 8 * 1024;

/** Something that the page said: a console message, an uncaught error, a dialog with its answer. */
export interface ConsoleEntry {
  readonly at: string;
  readonly kind: 'message' | 'error' | 'dialog' | 'crash';
  readonly type: string;
  readonly text: string;
  readonly location?: string;
}

/** What one actor's pages said, over all contexts, in order. */
export class ConsoleRecord {
  readonly #entries: ConsoleEntry[] = [];
  readonly #clock: Clock;
  #dropped = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get entries(): readonly ConsoleEntry[] {
    return this.#entries;
  }

  get dropped(): number {
    return this.#dropped;
  }

  note(entry: Omit<ConsoleEntry, 'at'>): void {
    if (this.#entries.length >= entryLimit) {
      this.#dropped += 1;
      return;
    }
    this.#entries.push({ at: this.#clock.now().toISOString(), ...entry, text: entry.text.slice(0, textLimit) });
  }

  /** Listens to everything that the context's pages say. */
  listen(context: BrowserContext): void {
    context.on('console', (message) => {
      const { url, lineNumber, columnNumber } = message.location();
      const location = url === '' ? {} : { location: `${url}:${String(lineNumber + 1)}:${String(columnNumber + 1)}` };
      this.note({ kind: 'message', type: message.type(), text: message.text(), ...location });
    });
    context.on('weberror', (webError) => {
      const error = webError.error();
      this.note({ kind: 'error', type: error.name, text: error.stack ?? error.message });
    });
  }
}

/** How the next dialog will be answered; asked for by `browser.dialog`. */
export interface DialogAnswer {
  readonly answer: 'accept' | 'dismiss';
  /** Typed into a prompt. */
  readonly text?: Value;
}

/** A dialog that a page showed, and what became of it. */
export interface AnsweredDialog extends ValueMap {
  readonly type: string;
  readonly text: string;
  readonly answer: 'accepted' | 'dismissed';
}

/** Answers dialogs, so that none ever blocks a page: as was asked for, once; the unexpected are dismissed. Everything is recorded. */
export class Dialogs {
  readonly #record: ConsoleRecord;
  readonly #clock: Clock;
  readonly #answered: { readonly atMs: number; readonly dialog: AnsweredDialog }[] = [];
  readonly #unmet = new Set<string>();
  #next: { readonly id: string; readonly how: DialogAnswer } | undefined;

  constructor(record: ConsoleRecord, clock: Clock) {
    this.#record = record;
    this.#clock = clock;
  }

  /** Says how the next dialog is answered; `id` is the step that says so. */
  expect(id: string, how: DialogAnswer): void {
    this.#next = { id, how };
    this.#unmet.add(id);
  }

  /** The steps whose answer no dialog has met. */
  unmet(): readonly string[] {
    return [...this.#unmet];
  }

  /** Those that came at or after this moment (monotonic), in order. */
  since(sinceMs: number): readonly AnsweredDialog[] {
    return this.#answered.filter(({ atMs }) => atMs >= sinceMs).map(({ dialog }) => dialog);
  }

  listen(context: BrowserContext): void {
    context.on('dialog', (dialog) => {
      // A page that is closed meanwhile takes its dialog with it.
      this.#answer(dialog).catch(() => undefined);
    });
  }

  async #answer(dialog: Dialog): Promise<void> {
    const type = dialog.type();
    const expected = this.#takeNext();
    // Whoever opens another address has decided to leave.
    const unasked = type === 'beforeunload' ? 'accept' : 'dismiss';
    const answer = (expected?.answer ?? unasked) === 'accept' ? 'accepted' : 'dismissed';
    const how = expected === undefined ? `unexpected, ${answer}` : answer;
    const asked = type === 'beforeunload' ? 'asked whether to leave the page' : dialog.message();
    this.#record.note({ kind: 'dialog', type, text: `${asked} (${how})` });
    this.#note({ type, text: dialog.message(), answer });
    if (answer === 'accepted') await dialog.accept(expected?.text === undefined ? undefined : textOf(expected.text));
    else await dialog.dismiss();
  }

  #takeNext(): DialogAnswer | undefined {
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.#unmet.delete(next.id);
    return next?.how;
  }

  #note(dialog: AnsweredDialog): void {
    const text = dialog.text.slice(0, textLimit);
    if (this.#answered.length < entryLimit)
      this.#answered.push({ atMs: this.#clock.monotonicMs(), dialog: { ...dialog, text } });
  }
}
