import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followFiles, type LogFiles } from '../../../../verifier/environment/app/log-files.ts';
import { collectLines, type LogLines } from '../../../../verifier/environment/app/log-lines.ts';

describe('log files', () => {
  let folder: string;
  let log: LogLines;
  let followed: LogFiles | undefined;
  const clock = { now: () => new Date(0), monotonicMs: () => 0, sleep: () => Promise.resolve() };
  const path = (): string => join(folder, 'app.log');
  const follow = (): void => {
    followed = followFiles(['app.log'], folder, log);
  };
  /** What is known of the log at this moment. */
  const seen = (): { readonly texts: readonly string[]; readonly gaps: readonly string[] } => {
    const unread = followed?.read() ?? [];
    const whole = log.lines().filter(({ missing }) => missing === undefined);
    return {
      texts: whole.map(({ text }) => text),
      gaps: [...log.lines().flatMap(({ missing }) => missing ?? []), ...unread],
    };
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-log-'));
    log = collectLines(clock);
  });
  afterEach(() => {
    followed?.[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });

  it('are read from their end on', () => {
    writeFileSync(path(), 'somebody else’s\n');
    follow();
    assert.deepEqual(seen(), { texts: [], gaps: [] });
    appendFileSync(path(), 'one\ntw');
    assert.deepEqual(seen(), { texts: ['one', 'tw'], gaps: [] });
    appendFileSync(path(), 'o\n');
    assert.deepEqual(seen(), { texts: ['one', 'two'], gaps: [] });
  });
  it('are read whole, however much comes at once', () => {
    follow();
    const lines = Array.from({ length: 50_000 }, (_, n) => `${String(n)} ${'y'.repeat(90)}`);
    writeFileSync(path(), `${lines.join('\n')}\n`);
    assert.deepEqual(seen(), { texts: lines, gaps: [] });
  });
  it('say how much was skipped of a flood, and take no piece of a line for one', () => {
    follow();
    writeFileSync(path(), 'first\n');
    truncateSync(path(), 80_000_000);
    appendFileSync(path(), 'ERROR\nlast\n');
    const { texts, gaps } = seen();
    assert.deepEqual(texts, ['last']);
    assert.ok(gaps.includes('16000011 bytes of app.log'), gaps.join());
    assert.ok(
      gaps.some((gap) => gap.startsWith('the beginning of a line')),
      gaps.join(),
    );
  });
  it('are still read where they were replaced, and after that', () => {
    const file = openSync(path(), 'a');
    follow();
    writeSync(file, 'one\nha');
    seen();
    writeSync(file, 'lf\nbefore it was replaced\n');
    renameSync(path(), join(folder, 'app.log.1'));
    writeFileSync(path(), 'new\n');
    assert.deepEqual(seen(), { texts: ['one', 'half', 'before it was replaced', 'new'], gaps: [] });
    writeSync(file, 'late\nunfin');
    closeSync(file);
    rmSync(join(folder, 'app.log.1'));
    appendFileSync(path(), 'newer\n');
    assert.deepEqual(new Set(seen().texts), new Set([...seen().texts.slice(0, 4), 'late', 'newer', 'unfin']));
    assert.deepEqual(seen().gaps, []);
  });
  it('tell a gap where they were emptied: what was written just before may not have been read', () => {
    follow();
    writeFileSync(path(), 'one\nunfin');
    seen();
    appendFileSync(path(), 'ished\nERROR\n');
    truncateSync(path());
    appendFileSync(path(), 'x\n');
    const { texts, gaps } = seen();
    assert.deepEqual(texts, ['one', 'x']);
    assert.deepEqual(gaps, ['the rest of a line', 'what was written to app.log just before it was emptied']);
  });
  it('are known to be emptied though they have grown beyond what they were', () => {
    follow();
    writeFileSync(path(), 'one\n');
    seen();
    writeFileSync(path(), 'two, which is longer\n');
    const { texts, gaps } = seen();
    assert.deepEqual(texts, ['one', 'two, which is longer']);
    assert.deepEqual(gaps, ['what was written to app.log just before it was emptied']);
  });
  it('that can’t be read are gaps as long as that lasts; those that are not there are not', () => {
    follow();
    assert.deepEqual(seen(), { texts: [], gaps: [] });
    mkdirSync(path());
    assert.match(seen().gaps.join(), /^app\.log can’t be read: /);
    assert.match(seen().gaps.join(), /^app\.log can’t be read: /);
    rmSync(path(), { recursive: true });
    writeFileSync(path(), 'one\n');
    assert.deepEqual(seen(), { texts: ['one'], gaps: [] });
  });
});
