import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { runProgram } from '../../../cli/program.ts';
import { showProgress } from '../../../cli/progress.ts';
import { processTerminal, type Terminal } from '../../../cli/terminal.ts';
import { systemClock } from '../../../cli/system-clock.ts';

interface Stream {
  readonly isTTY?: true;
  readonly columns?: number;
}

const screen: Stream = { isTTY: true, columns: 100 };
// Node leaves it out.
const pipe: Stream = {};

function terminalOf(streams: { stdout: Stream; stderr: Stream }, env: Terminal['env'] = {}): Terminal {
  const stub = { ...streams, env, cwd: () => '/' } as unknown as NodeJS.Process;
  return processTerminal(stub, new AbortController().signal);
}

/** A terminal whose streams can be read back. */
function recorded(changes: Partial<Terminal>): { readonly terminal: Terminal; readonly written: () => string } {
  const stream = new PassThrough();
  const base = terminalOf({ stdout: screen, stderr: screen });
  return {
    terminal: { ...base, stdout: stream, stderr: stream, ...changes },
    written: () => String(stream.read() ?? ''),
  };
}

describe('the terminal', () => {
  it('has the columns of each stream, and no end where a stream is no terminal', () => {
    const { width, stderrWidth } = terminalOf({ stdout: pipe, stderr: screen });
    assert.deepEqual([width, stderrWidth], [Number.POSITIVE_INFINITY, 100]);
    assert.equal(terminalOf({ stdout: screen, stderr: pipe }).stderrWidth, Number.POSITIVE_INFINITY);
    assert.equal(terminalOf({ stdout: { isTTY: true }, stderr: pipe }).width, 80);
  });

  it('has colours where people look, and none with NO_COLOR', () => {
    const colours = ({ color, stderrColor }: Terminal): boolean[] => [color, stderrColor];
    assert.deepEqual(colours(terminalOf({ stdout: pipe, stderr: screen })), [false, true]);
    assert.deepEqual(colours(terminalOf({ stdout: screen, stderr: pipe })), [true, false]);
    assert.deepEqual(colours(terminalOf({ stdout: screen, stderr: screen }, { NO_COLOR: '1' })), [false, false]);
    assert.deepEqual(colours(terminalOf({ stdout: pipe, stderr: pipe }, { FORCE_COLOR: '1' })), [true, true]);
  });
});

describe('progress on a terminal', () => {
  function shown(changes: Partial<Terminal>): string {
    const { terminal, written } = recorded({ live: true, ...changes });
    {
      using progress = showProgress(terminal, systemClock);
      for (let index = 0; index < 5; index += 1) {
        progress.emit({ kind: 'phase-started', phase: 'criteria', detail: String(index) });
        progress.emit({ kind: 'note', message: 'a line that stays' });
      }
    }
    return written();
  }

  it('has no colours with NO_COLOR, though it draws over itself', () => {
    const text = shown({ stderrColor: false });
    assert.match(text, /\u001b\[\d*K/u);
    assert.doesNotMatch(text, /\u001b\[[\d;]*m/u);
    assert.match(shown({ stderrColor: true }), /\u001b\[[\d;]*m/u);
  });

  it('hides the cursor once, and gives it back at the end', () => {
    const text = shown({});
    assert.equal(text.split('\u001b[?25l').length - 1, 1);
    assert.ok(text.endsWith('\u001b[?25h'));
  });

  it('writes whole lines and nothing else into a pipe', () => {
    const { terminal, written } = recorded({
      live: false,
      stderrColor: false,
      stderrWidth: Number.POSITIVE_INFINITY,
    });
    const message = 'what happened '.repeat(20).trim();
    {
      using progress = showProgress(terminal, systemClock);
      progress.emit({ kind: 'note', message });
    }
    assert.equal(written(), `· ${message}\n`);
  });
});

describe('the help of verify', () => {
  it('fits 80 columns, and names exit codes and settings', async () => {
    const { terminal, written } = recorded({ width: Number.POSITIVE_INFINITY, cwd: '/work' });
    await runProgram(['verify', '--help'], terminal);
    const text = written();
    for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
    for (const setting of ['ASSAY_BROWSER', 'ASSAY_CACHE', 'ASSAY_POSTGRES_IMAGE', 'NO_COLOR'])
      assert.ok(text.includes(setting), setting);
    assert.match(text, /\b3 {2}BLOCKED\b/u);
  });
});
