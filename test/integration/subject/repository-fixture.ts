import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';

/** The environment that a person's shell would give, without what steers git. */
export const baseEnv: Readonly<Record<string, string>> = { PATH: env['PATH'] ?? '', HOME: '/nonexistent' };

/** A repository in a new temporary folder, driven by the real git. */
export class TestRepository {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'assay-subject-')));
  readonly path: string;
  #folders = 0;

  constructor(name = 'repository', ...options: string[]) {
    this.path = join(this.home, name);
    mkdirSync(this.path, { recursive: true });
    this.git('init', '--quiet', '--initial-branch=main', ...options);
    if (!options.includes('--bare')) this.git('config', 'user.name', 'Tester');
    this.git('config', 'user.email', 'tester@example.org');
  }

  git(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.path,
      env: baseEnv,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  write(file: string, content: string | Uint8Array, mode = 0o644): this {
    mkdirSync(dirname(join(this.path, file)), { recursive: true });
    writeFileSync(join(this.path, file), content, { mode });
    return this;
  }

  commit(message = 'A change'): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** A path for something beside the repository. */
  beside(name: string): string {
    return join(this.home, name);
  }

  /** A new folder for one run. */
  scratch(): string {
    this.#folders += 1;
    const folder = join(this.home, `scratch-${String(this.#folders)}`);
    mkdirSync(folder);
    return folder;
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
