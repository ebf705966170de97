import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { CheckPlan, CommandPlan, SystemPlan } from '../../../contracts/language/index.ts';
import type { EvidenceRef } from '../../../reports/index.ts';
import { baseEnvironment } from '../../../verifier/checks/index.ts';
import type { Clock } from '../../../verifier/clock.ts';
import type { EvidenceSink } from '../../../verifier/evidence/sink.ts';

export const clock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};
export const baseEnv = baseEnvironment(env);
const at = { file: 'system.yaml', line: 1, column: 1 };

/** A sink that keeps contents in memory, by path. */
export class MemorySink implements EvidenceSink {
  readonly contents = new Map<string, string>();
  keep({ kind, title, mediaType, content, truncated }: Parameters<EvidenceSink['keep']>[0]): Promise<EvidenceRef> {
    const text = typeof content === 'string' ? content : Buffer.from(content).toString();
    const sha256 = createHash('sha256').update(text).digest('hex');
    this.contents.set(sha256, text);
    return Promise.resolve({
      kind,
      title,
      mediaType,
      path: sha256,
      sha256,
      bytes: text.length,
      ...(truncated === undefined ? {} : { truncated }),
    });
  }
  textOf(evidence: readonly EvidenceRef[]): string {
    return evidence.map(({ path }) => this.contents.get(path) ?? '').join('\n');
  }
}

export function command(text: string, withinMs = 60_000): CommandPlan {
  return { run: text.split(' '), text, withinMs, needs: [], at };
}

/** A command that evaluates JavaScript in Node. */
export function script(source: string, withinMs = 60_000): CommandPlan {
  return { run: ['node', '-e', source], text: 'node script', withinMs, needs: [], at };
}

export function check(plan: CommandPlan, parser: CheckPlan['parser'] = 'lines'): CheckPlan {
  return { ...plan, name: 'unit', parser, required: true };
}

export function system(parts: Partial<SystemPlan>): SystemPlan {
  return {
    name: 'shop',
    file: 'contracts/system.yaml',
    digest: '',
    root: '.',
    env: {},
    checks: [],
    services: [],
    actors: {},
    volatile: [],
    keepApp: false,
    internet: 'allow',
    serve: [],
    protected: [],
    place: {},
    ...parts,
  };
}

/** A temporary folder with checkouts, a cache, and a place for counting what was run. */
export class Ground {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'assay-checks-')));
  readonly cache = join(this.home, 'cache');
  readonly tally = join(this.home, 'tally');
  #checkouts = 0;

  /** A new checkout with these files. */
  checkout(files: Readonly<Record<string, string>>): string {
    this.#checkouts += 1;
    const folder = join(this.home, `run-${String(this.#checkouts)}`, 'checkout');
    mkdirSync(folder, { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), content);
    }
    return folder;
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Waits until a file is there: what a process writes when it has come to a certain point. Gives up long after any machine would have. */
export async function until(file: string): Promise<void> {
  for (let look = 0; look < 3000; look++) {
    if (existsSync(file)) return;
    await wait(10);
  }
  throw new Error(`${file} was not written`);
}

/** Waits until no process with this id runs; one that has ended and was not asked about since (a zombie) does not run. */
export async function untilEnded(pid: number): Promise<void> {
  for (let look = 0; look < 3000; look++) {
    if (!isRunning(pid)) return;
    await wait(10);
  }
  throw new Error(`process ${String(pid)} still runs`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
