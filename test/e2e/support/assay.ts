import type { Readable } from 'node:stream';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** The built command, as people run it. */
export const assayPath = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** How a run of the command ended; execa's own types are as many as its options. */
export interface Ended {
  readonly exitCode?: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command while it runs. */
export interface Started extends Promise<Ended> {
  readonly stderr: Readable;
  kill(signal: 'SIGINT' | 'SIGKILL'): boolean;
}

/** A folder beside the repository for everything that the command makes outside of it, so that a test can see what is left. */
export function scratchOf(cwd: string): string {
  return join(dirname(cwd), 'scratch');
}

/** Starts the built command; whatever its exit code is, it resolves. */
export function startAssay(args: readonly string[], cwd: string, env: Record<string, string> = {}): Started {
  mkdirSync(scratchOf(cwd), { recursive: true });
  const settings = { ASSAY_CACHE: join(scratchOf(cwd), 'cache'), TMPDIR: scratchOf(cwd), NO_COLOR: '1', ...env };
  return execa(process.execPath, [assayPath, ...args], { cwd, env: settings, reject: false });
}

/** Runs the built command to its end. */
export async function assay(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Ended> {
  return await startAssay(args, cwd, env);
}
