import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../environment/environment.ts';
import type { SubjectFailure } from './failure.ts';
import { openGit, type Git, type GitAnswer, type GitSetting } from './git.ts';
import { explain, type Repository } from './repository.ts';

/**
 * The highest word on attributes: whatever a .gitattributes in the tree says of filters, line endings, `$Id$`
 * or encodings, a file in the checkout has the bytes of its blob.
 */
const NO_CONVERSION = '* -text !eol !crlf !ident !filter !working-tree-encoding\n';

/** A bare repository of our own: no hooks, no settings of anybody, its own objects, and the person's objects to read. */
export interface Store {
  readonly objects: string;
  /** A git in this store, with an index of its own, for this working tree. */
  git(workTree: string, settings?: readonly string[]): Git;
}

/** What a store is made of. */
export interface StoreRequest {
  /** A folder that does not exist yet, in the run's scratch. */
  readonly folder: string;
  /** Object folders to read from, beside its own. */
  readonly alternates: readonly string[];
  /** `none` for a checkout; `tree` where the question is what `git add` would store. */
  readonly conversion: 'none' | 'tree';
  readonly setting: Pick<GitSetting, 'baseEnv' | 'signal'>;
}

/** Makes a store. It takes some milliseconds, so that each run has its own and none has to be shared or locked. */
export async function createStore(
  repository: Repository,
  request: StoreRequest,
): Promise<Result<Store, SubjectFailure>> {
  const { folder, setting } = request;
  await mkdir(folder, { recursive: true });
  const outside = openGit({ ...setting, cwd: folder });
  const made = await outside(
    'init',
    '--quiet',
    '--bare',
    '--template=',
    `--object-format=${repository.objectFormat}`,
    '.',
  );
  if (!made.ok) return { ok: false, failure: explain(folder, made) };
  const objects = join(folder, 'objects');
  await Promise.all([
    mkdir(join(objects, 'info'), { recursive: true }),
    mkdir(join(folder, 'info'), { recursive: true }),
  ]);
  await Promise.all([
    writeFile(join(objects, 'info', 'alternates'), request.alternates.map((path) => `${path}\n`).join('')),
    writeFile(join(folder, 'info', 'attributes'), request.conversion === 'none' ? NO_CONVERSION : ''),
    writeFile(join(folder, 'info', 'exclude'), repository.exclude),
  ]);
  return {
    ok: true,
    value: {
      objects,
      git: (workTree, settings = []) => {
        const variables = { GIT_DIR: folder, GIT_WORK_TREE: workTree, GIT_INDEX_FILE: join(folder, 'verifier-index') };
        const git = openGit({ ...setting, cwd: workTree, variables });
        return (...args: readonly string[]): Promise<GitAnswer> =>
          git(...settings.flatMap((each) => ['-c', each]), ...args);
      },
    },
  };
}
