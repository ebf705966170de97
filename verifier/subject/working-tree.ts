import type { Result } from '../environment/environment.ts';
import type { Commit } from './commit.ts';
import type { SubjectFailure } from './failure.ts';
import type { Git } from './git.ts';
import { explain, type Repository } from './repository.ts';
import type { Store } from './store.ts';

/** The person's working tree as one tree object, and how it differs from the commit. */
export interface Snapshot {
  readonly tree: string;
  /** Files that differ from the commit. */
  readonly changed: readonly string[];
}

/**
 * Whether the working tree differs from the commit: changed, deleted and new files, ignored ones left out. Writes no objects.
 * It is looked at through a new index, so that no mark in the person's own (assume-unchanged, skip-worktree) hides a change.
 */
export async function hasChanges(
  repository: Repository,
  store: Store,
  commit: Commit,
): Promise<Result<boolean, SubjectFailure>> {
  const prepared = await startFrom(repository, store, commit);
  if (!prepared.ok) return prepared;
  // Submodules are compared by their commit only: a look inside would run git under their settings.
  const answer = await prepared.value(
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=normal',
    '--ignore-submodules=dirty',
  );
  return answer.ok
    ? { ok: true, value: answer.stdout !== '' }
    : { ok: false, failure: explain(repository.path, answer) };
}

/** The tree that `git add --all` would make of the working tree, but without filters; its objects go to `store`, never to the person's. */
export async function takeSnapshot(
  repository: Repository,
  store: Store,
  commit: Commit,
): Promise<Result<Snapshot, SubjectFailure>> {
  const prepared = await startFrom(repository, store, commit);
  if (!prepared.ok) return prepared;
  const git = prepared.value;
  const added = await git('add', '--all', '.');
  if (!added.ok) return { ok: false, failure: explain(repository.path, added) };
  const written = await git('write-tree');
  if (!written.ok) return { ok: false, failure: explain(repository.path, written) };
  const tree = written.stdout.trim();
  const compared = await git('diff-tree', '-r', '-z', '--no-renames', '--name-only', commit.id, tree);
  if (!compared.ok) return { ok: false, failure: explain(repository.path, compared) };
  return { ok: true, value: { tree, changed: compared.stdout.split('\0').filter((file) => file !== '') } };
}

/** A git for the working tree whose HEAD and (new) index are the commit. */
async function startFrom(repository: Repository, store: Store, commit: Commit): Promise<Result<Git, SubjectFailure>> {
  const git = store.git(repository.path, repository.conversion);
  for (const command of [
    ['update-ref', 'HEAD', commit.id],
    ['read-tree', commit.id],
  ]) {
    const answer = await git(...command);
    if (!answer.ok) return { ok: false, failure: explain(repository.path, answer) };
  }
  return { ok: true, value: git };
}
