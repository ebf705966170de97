import { createLogUpdate } from 'log-update';
import type { RunEvent } from '../reports/index.ts';
import { advanceProgress, NO_PROGRESS, renderProgressBlock, renderProgressLine } from '../reports/render/index.ts';
import type { Clock } from '../verifier/index.ts';
import { hideCursor, showCursor } from './cursor.ts';
import type { Terminal } from './terminal.ts';

/** Shows what a run does: lines into a pipe, a live block beneath them on a terminal. All of it on stderr. */
export interface Progress extends Disposable {
  emit(event: RunEvent): void;
}

const refreshMs = 100;

/** Begins to show progress; disposing it leaves only the lines that stay. */
export function showProgress(terminal: Terminal, clock: Clock): Progress {
  const { stderr, live, stderrColor: color, stderrWidth: width } = terminal;
  const startedMs = clock.monotonicMs();
  let state = NO_PROGRESS;
  // Hidden here and once: log-update would hide it again at each frame, and leave it hidden.
  const block = live ? createLogUpdate(stderr as NodeJS.WritableStream, { showCursor: true }) : undefined;
  if (live) stderr.write(hideCursor);
  const draw = (): void => {
    block?.(renderProgressBlock(state, { color, width, elapsedMs: clock.monotonicMs() - startedMs }).join('\n'));
  };
  const timer = live ? setInterval(draw, refreshMs).unref() : undefined;
  return {
    emit(event) {
      state = advanceProgress(state, event);
      const line = renderProgressLine(event, { color, width });
      if (line !== undefined) {
        block?.clear();
        stderr.write(`${line}\n`);
      }
      draw();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      block?.clear();
      if (live) stderr.write(showCursor);
    },
  };
}
