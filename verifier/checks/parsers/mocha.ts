import { linesOf, type ParsedOutput, type RawDiagnostic } from './parsed.ts';

const COUNT = /^\s*(?<count>\d+) (?<what>passing|failing|pending)(?: \(.*\))?\s*$/;
const FAILURE_START = /^ {2}(?<number>\d+)\) (?<title>.*)$/;
/** `at Context.<anonymous> (file:///x/test/a.test.ts:5:12)`, `at test/a.test.ts:5:12`. */
const FRAME = /^\s+at (?:.*\()?(?:file:\/\/)?(?<file>[^():][^()]*?):(?<line>\d+):(?<column>\d+)\)?$/;

/**
 * Mocha's summary, as `spec`, `dot`, `min` and the like print it: counts, and each failure with the place of its first own
 * stack frame. Several runs in one output (unit, then integration) are added up. Without any summary there are no counts.
 */
export function parseMocha(output: string): ParsedOutput {
  const lines = linesOf(output);
  const counts = { passing: 0, failing: 0, pending: 0 };
  let summaries = 0;
  const diagnostics: RawDiagnostic[] = [];
  for (const [index, line] of lines.entries()) {
    const groups = COUNT.exec(line)?.groups;
    if (groups === undefined) continue;
    const what = groups['what'] as keyof typeof counts;
    counts[what] += Number(groups['count']);
    if (what === 'passing') summaries += 1;
    if (what === 'failing') diagnostics.push(...failuresAfter(lines.slice(index + 1), Number(groups['count'])));
  }
  if (summaries === 0) return { diagnostics };
  return { diagnostics, tests: { passed: counts.passing, failed: counts.failing, pending: counts.pending } };
}

/** The failures that follow a summary: numbered from 1, in order, so that an assertion's text that looks alike is not taken for one. */
function failuresAfter(lines: readonly string[], count: number): RawDiagnostic[] {
  const starts: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (starts.length < count && FAILURE_START.exec(line)?.groups?.['number'] === String(starts.length + 1))
      starts.push(index);
  }
  return starts.map((start, index) => failureOf(lines.slice(start, starts[index + 1] ?? endOf(lines, start))));
}

function endOf(lines: readonly string[], start: number): number {
  const next = lines.findIndex((line, index) => index > start && COUNT.test(line));
  return next === -1 ? lines.length : next;
}

function failureOf(block: readonly string[]): RawDiagnostic {
  const end = block.findIndex((line) => line.trim().endsWith(':'));
  const titles = block.slice(0, end + 1).map((line) => line.replace(FAILURE_START, '$<title>').trim());
  const rest = block.slice(end + 1);
  const text = rest.find((line) => line.trim() !== '')?.trim();
  const title = titles.join(' › ').replace(/:$/, '');
  return { ...placeOf(rest), severity: 'error', message: text === undefined ? title : `${title}: ${text}` };
}

function placeOf(lines: readonly string[]): { file?: string; line?: number; column?: number } {
  for (const line of lines) {
    const groups = FRAME.exec(line)?.groups;
    const file = groups?.['file'];
    if (groups === undefined || file === undefined || /(^node:|[/\\]node_modules[/\\])/.test(file)) continue;
    return { file: file.replace(/\?.*$/, ''), line: Number(groups['line']), column: Number(groups['column']) };
  }
  return {};
}
