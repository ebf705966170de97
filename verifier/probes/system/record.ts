import type { LogLine } from '../../environment/environment.ts';
import type { EvidenceContent } from '../../evidence/sink.ts';

/** What was done to a service, with what it wrote meanwhile. */
export function recordAct(title: string, lines: readonly LogLine[], output = ''): EvidenceContent {
  const log = textOf(lines);
  const written = log === '' ? output : log;
  return asLog(title, `${title}\n\n${written === '' ? '(nothing was written)' : written}\n`);
}

/** What a service wrote, and how many of these lines were looked for. */
export function recordLines(service: string, lines: readonly LogLine[], found: number): EvidenceContent {
  const counts = `${String(found)} of ${String(lines.length)} lines match`;
  const title = `What ${service} wrote since “when”: ${counts}`;
  return asLog(title, `${title}\n\n${textOf(lines)}\n`);
}

/** How much of a line stands in the evidence. */
const LONGEST_SHOWN = 64_000;

function textOf(lines: readonly LogLine[]): string {
  const shown = (text: string): string =>
    text.length <= LONGEST_SHOWN
      ? text
      : `${text.slice(0, LONGEST_SHOWN)}… (${String(text.length - LONGEST_SHOWN)} more characters)`;
  return lines.map(({ at, stream, text }) => `${at.toISOString()} ${stream} ${shown(text)}`).join('\n');
}

function asLog(title: string, content: string): EvidenceContent {
  return { kind: 'log', title, mediaType: 'text/plain', content };
}
