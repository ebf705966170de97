import { createLogUpdate } from 'log-update';
import type { RunEvent } from '../reports/index.ts';
import { advanceProgress, NO_PROGRESS, renderProgressBlock, renderProgressLine } from '../reports/render/index.ts';
import type { Clock } from '../verifier/index.ts';
import type { Terminal } from './terminal.ts';

/** Shows what a run does: lines into a pipe, a live block beneath them on a terminal. All of it on stderr. */
export interface Progress extends Disposable {
  emit(event: RunEvent): void;
}

const refreshMs = 100;

/** Begins to show progress; disposing it leaves only the lines that stay. */
export function showProgress(terminal: Terminal, clock: Clock): Progress {
  const { stderr, live, color, width } = terminal;
  const startedMs = clock.monotonicMs();
  let state = NO_PROGRESS;
  const block = live ? createLogUpdate(stderr as NodeJS.WritableStream) : undefined;
  const draw = (): void => {
    block?.(renderProgressBlock(state, { color, width, elapsedMs: clock.monotonicMs() - startedMs }).join('\n'));
  };
  const timer = live ? setInterval(draw, refreshMs).unref() : undefined;
  return {
    emit(event) {
      state = advanceProgress(state, event);
      const line = renderProgressLine(event, { color: color || live, width });
      if (line !== undefined) {
        block?.clear();
        stderr.write(`${line}\n`);
      }
      draw();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      block?.clear();
    },
  };
}
