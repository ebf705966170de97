import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** A repository of its own in a folder with spaces and letters beyond ASCII, like people's. */
export class Repository implements AsyncDisposable {
  readonly path: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'Sören’s notes');
  }

  /** A copy of the fixture, with others laid over it, committed. */
  static async of(...fixtureNames: readonly [string, ...string[]]): Promise<Repository> {
    const repository = await Repository.empty();
    for (const name of fixtureNames) await cp(join(fixtures, name), repository.path, { recursive: true });
    await repository.git('init', '--quiet');
    await repository.commit('The application as it should be');
    return repository;
  }

  /** A clone of another repository, at its HEAD. */
  static async cloneOf(source: string): Promise<Repository> {
    const repository = await Repository.empty();
    await execa('git', ['clone', '--quiet', '--no-hardlinks', source, repository.path]);
    return repository;
  }

  /** A folder that is no repository, not even made. */
  static async empty(): Promise<Repository> {
    return new Repository(await mkdtemp(join(tmpdir(), 'assay e2e ')));
  }

  async git(...args: string[]): Promise<string> {
    const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org'];
    return (await execa('git', [...identity, ...args], { cwd: this.path })).stdout;
  }

  async commit(message: string): Promise<string> {
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--message', message);
    return await this.git('rev-parse', 'HEAD');
  }

  /** Replaces one text by another; fails when it is not there, since the test would then prove nothing. */
  async edit(file: string, before: string | RegExp, after: string): Promise<void> {
    const path = join(this.path, file);
    const text = await readFile(path, 'utf8');
    const edited = text.replace(before, () => after);
    if (edited === text) throw new Error(`${file} has no ${String(before)}`);
    await writeFile(path, edited);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
