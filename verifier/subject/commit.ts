import type { Result } from '../environment/environment.ts';
import type { SubjectFailure } from './failure.ts';
import { explain, unknownRevision, type Repository } from './repository.ts';
import type { Store } from './store.ts';

/** A commit and what it holds. */
export interface Commit {
  readonly id: string;
  readonly tree: string;
  readonly subjectLine: string;
}

/** Reads the commit that a revision means, in our store: what replaces or grafts objects in the person's repository has no say. */
export async function readCommit(
  repository: Repository,
  store: Store,
  revision: string,
): Promise<Result<Commit, SubjectFailure>> {
  const object = await repository.resolve(revision);
  if (!object.ok) return object;
  const answer = await store.git(repository.path)(
    'log',
    '--no-walk',
    '--format=%H%x00%T%x00%s',
    `${object.value}^{commit}`,
    '--',
  );
  if (!answer.ok) {
    return {
      ok: false,
      failure: answer.stopped ? explain(repository.path, answer) : unknownRevision(repository.path, revision),
    };
  }
  const [id = '', tree = '', subjectLine = ''] = answer.stdout.replace(/\n$/, '').split('\0');
  return { ok: true, value: { id, tree, subjectLine } };
}
