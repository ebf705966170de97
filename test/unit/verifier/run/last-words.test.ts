import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lastWordsOf } from '../../../../verifier/run/last-words.ts';

const at = new Date(0);
const written = (stream: 'stdout' | 'stderr', text: string): Parameters<typeof lastWordsOf>[0] =>
  text.split('\n').map((line) => ({ at, stream, text: line }));
const ofProgram = (program: string, ...options: string[]): string => {
  const { stderr } = spawnSync(process.execPath, [...options, '-e', program], { encoding: 'utf8' });
  return lastWordsOf(written('stderr', stderr));
};

describe('the last words of an application', () => {
  it('are what Node says of its heap, not the native stack below', () => {
    const program = 'const all = []; for (;;) all.push(new Array(10000).fill({}))';
    assert.match(ofProgram(program, '--max-old-space-size=20'), /^FATAL ERROR: .*heap out of memory$/);
  });
  it('are the error that nobody caught, not the place, what it holds, or Node’s version', () => {
    assert.equal(ofProgram('throw new TypeError("no such thing")'), 'TypeError: no such thing');
    assert.equal(ofProgram('Promise.reject(new Error("a", { cause: new Error("b") }))'), 'Error: a');
    const emitted =
      'new (require("events"))().emit("error", Object.assign(new Error("taken"), { code: "EADDRINUSE" }))';
    assert.equal(ofProgram(emitted), 'Error: taken');
  });
  it('are what it said before it aborted, in whichever stream', () => {
    assert.equal(ofProgram('process.abort()'), '');
    assert.equal(ofProgram('console.error("giving up"); process.abort()'), 'giving up');
    const stack = written('stderr', '----- Native stack trace -----\n16: 0x195e476  [node]\n');
    assert.equal(lastWordsOf([...written('stdout', 'bye\n'), ...stack]), 'bye');
  });
  it('are the heads of other runtimes’ errors', () => {
    const go =
      'panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:7 +0x1d\nexit status 2';
    assert.equal(lastWordsOf(written('stderr', go)), 'panic: runtime error: index out of range');
    const java = 'Exception in thread "main" java.lang.IllegalStateException: no port\n\tat App.main(App.java:3)';
    assert.match(lastWordsOf(written('stderr', java)), /no port$/);
    const python = 'Traceback (most recent call last):\n  File "app.py", line 1, in <module>\nValueError: x';
    assert.equal(lastWordsOf(written('stderr', python)), 'ValueError: x');
  });
  it('are the last line where it says nothing else', () => {
    assert.equal(lastWordsOf(written('stderr', 'one\nout of ideas\n')), 'out of ideas');
    assert.equal(lastWordsOf([]), '');
  });
});
