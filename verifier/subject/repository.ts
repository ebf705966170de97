import { readFile, stat } from 'node:fs/promises';
import type { Result } from '../environment/environment.ts';
import type { SubjectFailure } from './failure.ts';
import { openGit, type GitAnswer, type GitSetting } from './git.ts';

/** The person's repository. It is asked where its objects are and what a revision means; nothing of it is run, nothing is written. */
export interface Repository {
  /** The top of the working tree; the repository itself when it is bare. */
  readonly path: string;
  readonly bare: boolean;
  readonly objects: string;
  readonly objectFormat: string;
  /** The text of its `info/exclude`. */
  readonly exclude: string;
  /** Settings that say how a working file becomes a blob, as `name=value`. */
  readonly conversion: readonly string[];
  /** The object id that a revision names, not yet known to be a commit. */
  resolve(revision: string): Promise<Result<string, SubjectFailure>>;
}

/** Asked of `git rev-parse`, answered one a line. */
const PLACES = ['--is-bare-repository', '--show-object-format', '--git-path', 'objects', '--git-path', 'info/exclude'];

/** Settings of the person that decide what `git add` would store, and whether a file counts as changed. */
const CONVERSION = '^core\\.(autocrlf|eol|filemode|ignorecase|symlinks|precomposeunicode)$';

/** Opens the repository that `path` lies in: a normal one, a bare one, a linked worktree, a shallow clone. */
export async function openRepository(
  path: string,
  setting: Pick<GitSetting, 'baseEnv' | 'signal'>,
): Promise<Result<Repository, SubjectFailure>> {
  if (!(await isFolder(path))) return { ok: false, failure: notARepository(path, 'there is no such folder') };
  // The owner of the folder may be another user, as in CI containers. We only read, and run nothing of the repository.
  const trusting = {
    ...setting,
    cwd: path,
    variables: { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' },
  };
  const git = openGit(trusting);
  const [places, top, conversion] = await Promise.all([
    git('rev-parse', '--path-format=absolute', ...PLACES),
    git('rev-parse', '--path-format=absolute', '--show-toplevel'),
    readConversion({ ...trusting, personalSettings: true }),
  ]);
  if (!places.ok) return { ok: false, failure: explain(path, places) };
  const [bare, objectFormat = 'sha1', objects = '', excludeFile = ''] = places.stdout.split('\n');
  if (bare !== 'true' && !top.ok) return { ok: false, failure: explain(path, top) };
  const repository = bare !== 'true' && top.ok ? top.stdout.replace(/\n$/, '') : path;
  return {
    ok: true,
    value: {
      path: repository,
      bare: bare === 'true',
      objects,
      objectFormat,
      exclude: await readFile(excludeFile, 'utf8').catch(() => ''),
      conversion,
      resolve: async (revision) => {
        const answer = await git('rev-parse', '--verify', '--quiet', '--end-of-options', revision);
        if (answer.ok) return { ok: true, value: answer.stdout.trim() };
        return { ok: false, failure: answer.stopped ? explain(path, answer) : unresolved(repository, revision) };
      },
    },
  };
}

async function readConversion(setting: GitSetting): Promise<string[]> {
  const git = openGit(setting);
  const [core, excludes] = await Promise.all([
    git('config', '-z', '--get-regexp', CONVERSION),
    git('config', '--type=path', '--get', 'core.excludesFile'),
  ]);
  const settings = core.ok ? core.stdout.split('\0').filter((entry) => entry !== '') : [];
  return [
    ...settings.map((entry) => entry.replace('\n', '=')),
    ...(excludes.ok ? [`core.excludesFile=${excludes.stdout.replace(/\n$/, '')}`] : []),
  ];
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

function notARepository(path: string, why: string): SubjectFailure {
  return {
    kind: 'not-a-repository',
    message: `${path} is not in a Git repository: ${why}`,
    remedy: 'run it inside the repository to verify, or name the repository',
  };
}

function unresolved(path: string, revision: string): SubjectFailure {
  if (revision !== 'HEAD') return unknownRevision(path, revision);
  return {
    kind: 'no-commit',
    message: `${path} has no commit yet, so there is nothing to verify`,
    remedy: 'commit first: a verdict is always for one commit',
  };
}

/** The failure of a revision that means no commit here. */
export function unknownRevision(path: string, revision: string): SubjectFailure {
  return {
    kind: 'unknown-revision',
    message: `“${revision}” names no commit in ${path}`,
    remedy: 'check the name, or fetch it first (a shallow clone has only some commits)',
  };
}

/** The failure that an unexpected answer of git stands for. */
export function explain(path: string, answer: Extract<GitAnswer, { ok: false }>): SubjectFailure {
  if (answer.stopped)
    return { kind: 'stopped', message: 'stopped while the commit was checked out', remedy: 'run it again' };
  if (answer.missing) {
    return {
      kind: 'git-missing',
      message: 'git is not installed, or not in PATH',
      remedy: 'install it: apt-get install git, brew install git',
    };
  }
  if (/No space left on device|Disk quota exceeded/i.test(answer.why))
    return {
      kind: 'git-failed',
      message: `the disk is full: ${answer.why}`,
      remedy: 'free some space and run it again',
    };
  if (/not a git repository|must be run in a work tree/.test(answer.why)) return notARepository(path, answer.why);
  return {
    kind: 'git-failed',
    message: `${answer.why} (in ${path})`,
    remedy: 'the repository may be damaged: git fsck says more',
  };
}
