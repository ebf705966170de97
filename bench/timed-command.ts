import { execa } from 'execa';

/** A command's end, and when it wrote which line to stderr; milliseconds since its start. */
export interface TimedRun {
  readonly exitCode: number | undefined;
  readonly wallMs: number;
  readonly stdout: string;
  readonly stderr: readonly { readonly atMs: number; readonly text: string }[];
}

/** Runs a command, from its start to its exit. */
export async function runTimed(
  command: readonly [program: string, ...words: string[]],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<TimedRun> {
  const [program, ...words] = command;
  const startedMs = performance.now();
  const child = execa(program, words, { cwd, env, reject: false, stdin: 'ignore', maxBuffer: 500_000_000 });
  const stderr: { atMs: number; text: string }[] = [];
  let rest = '';
  child.stderr.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    const atMs = performance.now() - startedMs;
    for (const text of lines) stderr.push({ atMs, text });
  });
  const exited = new Promise<number>((resolve) => {
    child.once('exit', () => {
      resolve(performance.now() - startedMs);
    });
  });
  const { exitCode, stdout } = await child;
  return { exitCode, wallMs: await exited, stdout, stderr };
}

/** When a line that starts so was written. Throws, with what was written, when none was. */
export function timeOfLine(run: TimedRun, pattern: RegExp): number {
  const found = run.stderr.find(({ text }) => pattern.test(text));
  if (found === undefined)
    throw new Error(`no line like ${String(pattern)} in:\n${run.stderr.map(({ text }) => text).join('\n')}`);
  return found.atMs;
}
