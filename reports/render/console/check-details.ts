import type { CheckReport, DiagnosticReport } from '../../schema/verification.ts';
import type { ReadText } from '../text/read-text.ts';
import { tellingLines } from '../text/telling-lines.ts';
import { makeOneLine } from '../text/printable.ts';
import { wrapTo } from '../text/width.ts';
import { fitLine, mostOf } from './view.ts';
import type { View } from './view.ts';

const INDENT = 4;
const MOST_LINES = 8;
/** Of an output, where there is no screen; the whole is in the evidence. */
const MOST_OUTPUT = 40;

function diagnosticText({ file, line, column, message }: DiagnosticReport): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? message : `${place} ${message}`;
}

/** Errors that its tool names, else what it wrote. */
function wordsOf(view: View, check: CheckReport, read: ReadText): string[] {
  const errors = check.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return errors.map(diagnosticText);
  const outputs = [...check.evidence, ...check.judgement.evidence].filter(({ kind }) => kind === 'output');
  const [text] = outputs.map(read).filter((one) => one !== undefined);
  return text === undefined ? [] : tellingLines(text, view.whole ? MOST_OUTPUT : MOST_LINES);
}

/** What a check that did not pass says of itself, in at most `room` lines: `outcome` where its own line has no room for that, then its words. */
export function checkDetails(
  view: View,
  check: CheckReport,
  { read, room, outcome = '' }: DetailOptions & { readonly outcome?: string },
): string[] {
  if (check.judgement.kind === 'satisfied') return [];
  const words = [...wrapTo(makeOneLine(outcome), view.width - INDENT - 2), ...wordsOf(view, check, read)];
  const most = Math.min(mostOf(view, MOST_LINES), room);
  const shown = words.length <= most ? words : words.slice(0, Math.max(0, most - (most > 1 ? 1 : 0)));
  const left = words.length - shown.length;
  const rest = left > 0 && most > 1 ? [`and ${String(left)} more: see the report`] : [];
  return [...shown, ...rest].map((text) => `${' '.repeat(INDENT)}${view.paint.dim('│')} ${fitIndented(view, text)}`);
}

/** Keeps the indentation, which in a program's words has a meaning. */
function fitIndented(view: View, text: string): string {
  const [indentation = ''] = /^[ \t]{0,8}/u.exec(text) ?? [];
  const spaces = indentation.replaceAll('\t', '  ');
  return spaces + fitLine(view, INDENT + 2 + spaces.length, text);
}

export interface DetailOptions {
  readonly read: ReadText;
  readonly room: number;
}
