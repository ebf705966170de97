import { durationText } from '../text/words.ts';
import { phaseText } from './progress-line.ts';
import type { ProgressState } from './progress-state.ts';
import { createView, fitLine } from './view.ts';
import type { ConsoleOptions, View } from './view.ts';

export interface BlockOptions extends ConsoleOptions {
  /** Milliseconds since the run began. */
  readonly elapsedMs: number;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const FRAME_MS = 80;
const BAR = 24;
const MOST_RUNNING = 4;

/** The spinner turns by itself when the block is rendered again later. */
function spinner(elapsedMs: number): string {
  return FRAMES[Math.floor(elapsedMs / FRAME_MS) % FRAMES.length] ?? FRAMES[0];
}

function bar(view: View, done: number, planned: number): string {
  const filled = planned === 0 ? BAR : Math.min(BAR, Math.round((done / planned) * BAR));
  return view.paint.cyan('━'.repeat(filled)) + view.paint.dim('─'.repeat(BAR - filled));
}

function countsLine(view: View, { counts, planned }: ProgressState): string[] {
  if (planned === undefined) return [];
  const done = counts.satisfied + counts.violated + counts.unverified;
  const bad = [
    counts.violated > 0 ? view.paint.red(`${String(counts.violated)} violated`) : '',
    counts.unverified > 0 ? view.paint.yellow(`${String(counts.unverified)} unverified`) : '',
  ].filter((part) => part !== '');
  return [[`  ${bar(view, done, planned)}`, `${String(done)} of ${String(planned)}`, ...bad].join('  ')];
}

/** What goes on now, as lines that replace those of a moment ago: at most seven, none wider than the terminal. */
export function renderProgressBlock(state: ProgressState, options: BlockOptions): string[] {
  const view = createView(options);
  const { phase, checks, criteria } = state;
  const what = phase === undefined ? 'verifying' : phaseText(phase.name);
  const detail = phase?.detail === undefined ? '' : `: ${phase.detail}`;
  const running = [...checks, ...criteria.map(({ contract, id, title }) => `${contract} ${id} ${title}`)];
  const left = running.length - MOST_RUNNING;
  return [
    `${view.paint.cyan(spinner(options.elapsedMs))} ${fitLine(view, 2, `${what} (${durationText(options.elapsedMs)})${detail}`)}`,
    ...countsLine(view, state),
    ...running.slice(0, MOST_RUNNING).map((text) => view.paint.dim(`  ${fitLine(view, 2, text)}`)),
    ...(left > 0 ? [view.paint.dim(`  and ${String(left)} more`)] : []),
  ];
}
