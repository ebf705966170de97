import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable } from '../browser/browser-world.ts';

/** This machine's browser behind a script that puts each launch on record. */
export class Launches implements Disposable {
  /** To be named as the browser. */
  readonly path: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'browser');
  }

  /** `again`: what the script does first whenever it is not the first launch. */
  static async open(again = ':'): Promise<Launches> {
    const launches = new Launches(mkdtempSync(join(tmpdir(), 'assay-launches-')));
    const real = await executable();
    const script = `#!/bin/sh
case "$*" in *--remote-debugging-pipe*) ;; *) exec '${real}' "$@" ;; esac
test ! -e '${launches.#record}' || { ${again}; }
echo "$$ $*" >> '${launches.#record}'
exec '${real}' "$@"
`;
    writeFileSync(launches.path, script, { mode: 0o755 });
    return launches;
  }

  /** How often it was launched. */
  get count(): number {
    return this.#all.length;
  }

  /** Processes of any of the launches that still run, and profiles that still lie there. */
  left(): readonly string[] {
    const groups = new Set(this.#all.map((line) => line.split(' ')[0]));
    const processes = readdirSync('/proc').filter((pid) => /^\d+$/u.test(pid) && groups.has(groupOf(pid)));
    const profiles = this.#all.flatMap((line) => /--user-data-dir=(\S+)/u.exec(line)?.[1] ?? []);
    return [...processes, ...profiles.filter((path) => existsSync(path))];
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }

  get #record(): string {
    return join(this.#folder, 'record');
  }

  get #all(): readonly string[] {
    return readFileSync(this.#record, 'utf8').trimEnd().split('\n');
  }
}

/** The process group; what is gone already, or only waits to be asked how it ended, is in none. */
function groupOf(pid: string): string | undefined {
  try {
    const [state, , group] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return state === 'Z' ? undefined : group;
  } catch {
    return undefined;
  }
}
