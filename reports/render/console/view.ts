import picocolors from 'picocolors';
import { makeOneLine } from '../text/printable.ts';
import { cutTo } from '../text/width.ts';

/** Colours, or none. */
export type Paint = ReturnType<typeof picocolors.createColors>;

/** How the console is written to. */
export interface ConsoleOptions {
  /** False for pipes and where NO_COLOR is set. */
  readonly color: boolean;
  /** Columns of the terminal; infinite where there is none, in a pipe or a file: then nothing is cut. */
  readonly width: number;
}

/** What the parts of the console's output share. */
export interface View {
  readonly paint: Paint;
  readonly width: number;
  /** Whether there is no screen to fit: lists are not cut either. */
  readonly whole: boolean;
}

/** Narrower than this nothing can be read; then lines are as wide as this. */
const LEAST_WIDTH = 40;

export function createView(options: ConsoleOptions): View {
  const width = Number.isFinite(options.width) ? Math.floor(options.width) : Number.MAX_SAFE_INTEGER;
  const whole = !Number.isFinite(options.width);
  return { paint: picocolors.createColors(options.color), width: Math.max(LEAST_WIDTH, width), whole };
}

/** How much of a list is shown: `most` on a screen, everything elsewhere. */
export function mostOf({ whole }: View, most: number): number {
  return whole ? Number.POSITIVE_INFINITY : most;
}

/** Text of others, on one line and harmless, that begins at column `from` and ends within the view. */
export function fitLine(view: View, from: number, text: string): string {
  return cutTo(makeOneLine(text), view.width - from);
}

/** One sign and its colour for a judgement. */
export function markOf(view: View, kind: 'satisfied' | 'violated' | 'unverified'): string {
  switch (kind) {
    case 'satisfied':
      return view.paint.green('✓');
    case 'violated':
      return view.paint.red('✗');
    case 'unverified':
      return view.paint.yellow('?');
  }
}
