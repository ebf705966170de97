import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SubjectReport } from '../../reports/index.ts';
import type { Result } from '../environment/environment.ts';
import { writeCheckout } from './checkout.ts';
import { readCommit, type Commit } from './commit.ts';
import type { SubjectFailure } from './failure.ts';
import { openRepository, type Repository } from './repository.ts';
import { createStore, type Store } from './store.ts';
import { hasChanges, takeSnapshot } from './working-tree.ts';

/** What is to be verified: a revision (`HEAD`, a branch, a tag, an id), or the working tree with what is uncommitted. */
export type SubjectRequest = { readonly kind: 'ref'; readonly ref: string } | { readonly kind: 'worktree' };

/** Where and for whom. */
export interface SubjectContext {
  /** The repository, or any folder in it. */
  readonly repository: string;
  readonly request: SubjectRequest;
  /** A folder of this run alone; the subject makes a folder in it, and removes it when disposed of. */
  readonly scratch: string;
  readonly baseEnv: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Exactly what is verified: its identity, and a clean checkout of it. Disposing of it removes the checkout. */
export interface Subject extends AsyncDisposable {
  readonly report: SubjectReport;
  /** Absolute. */
  readonly checkout: string;
  /** What a reader could miss in the checkout: submodules, Git LFS pointers. */
  readonly remarks: readonly string[];
}

const MOST_CHANGED = 100;

/**
 * Checks out what is to be verified, through a bare repository of our own that reads the person's objects.
 *
 * A worktree of the repository itself would run its hooks and filters, and `git archive` gives another tree.
 * Nothing in the repository is changed, and nothing of it is run.
 */
export async function checkOutSubject(context: SubjectContext): Promise<Result<Subject, SubjectFailure>> {
  const folder = join(context.scratch, 'subject');
  await mkdir(folder, { recursive: true });
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const result = await checkOut(context, folder);
    if (result.ok) return { ok: true, value: { ...result.value, [Symbol.asyncDispose]: dispose } };
    await dispose();
    return result;
  } catch (error) {
    await dispose();
    throw error;
  }
}

type Unowned = Omit<Subject, keyof AsyncDisposable>;

async function checkOut(context: SubjectContext, folder: string): Promise<Result<Unowned, SubjectFailure>> {
  const opened = await openRepository(context.repository, context);
  if (!opened.ok) return opened;
  const repository = opened.value;
  const readingFolder = join(folder, 'reading.git');
  const writingFolder = join(folder, 'writing.git');
  const [reading, writing] = await Promise.all([
    createStore(repository, {
      folder: readingFolder,
      alternates: [repository.objects],
      conversion: 'tree',
      setting: context,
    }),
    createStore(repository, {
      folder: writingFolder,
      alternates: [repository.objects, join(readingFolder, 'objects')],
      conversion: 'none',
      setting: context,
    }),
  ]);
  if (!reading.ok) return reading;
  if (!writing.ok) return writing;
  const found = await findTarget(repository, reading.value, context.request);
  if (!found.ok) return found;
  const target = found.value;
  const checkout = join(folder, 'checkout');
  const [written, uncommitted] = await Promise.all([
    writeCheckout(writing.value, repository, { tree: target.tree, revision: target.ref, folder: checkout }),
    target.uncommitted(),
  ]);
  if (!written.ok) return written;
  if (!uncommitted.ok) return uncommitted;
  // They say where the person's repository is, and what will run beside the checkout needs nothing of it.
  await Promise.all([readingFolder, writingFolder].map((store) => rm(store, { recursive: true, force: true })));
  return {
    ok: true,
    value: { report: describe(repository, target, uncommitted.value), checkout, remarks: written.value },
  };
}

/** What was found to be verified. */
interface Target {
  readonly ref: string;
  readonly commit: Commit;
  readonly tree: string;
  readonly changed: readonly string[];
  readonly uncommitted: () => Promise<Result<boolean, SubjectFailure>>;
}

const nothingUncommitted = (): Promise<Result<boolean, SubjectFailure>> => Promise.resolve({ ok: true, value: false });

async function findTarget(
  repository: Repository,
  store: Store,
  request: SubjectRequest,
): Promise<Result<Target, SubjectFailure>> {
  const head = await readCommit(repository, store, 'HEAD');
  if (request.kind === 'worktree') return head.ok ? snapshotTarget(repository, store, head.value) : head;
  const { ref } = request;
  const commit = ref === 'HEAD' ? head : await readCommit(repository, store, ref);
  if (!commit.ok) return commit;
  // Without a working tree or a HEAD there is nothing that could be uncommitted.
  const uncommitted =
    repository.bare || !head.ok ? nothingUncommitted : () => hasChanges(repository, store, head.value);
  return { ok: true, value: { ref, commit: commit.value, tree: commit.value.tree, changed: [], uncommitted } };
}

async function snapshotTarget(
  repository: Repository,
  store: Store,
  commit: Commit,
): Promise<Result<Target, SubjectFailure>> {
  if (repository.bare) return { ok: false, failure: noWorkingTree(repository) };
  const snapshot = await takeSnapshot(repository, store, commit);
  if (!snapshot.ok) return snapshot;
  return { ok: true, value: { ref: 'worktree', commit, ...snapshot.value, uncommitted: nothingUncommitted } };
}

function describe(repository: Repository, { ref, commit, tree, changed }: Target, uncommitted: boolean): SubjectReport {
  return {
    repository: repository.path,
    commit: commit.id,
    tree,
    ref,
    dirty: tree !== commit.tree,
    uncommitted,
    subjectLine: commit.subjectLine,
    changed: changed.slice(0, MOST_CHANGED),
  };
}

function noWorkingTree(repository: Repository): SubjectFailure {
  return {
    kind: 'no-working-tree',
    message: `${repository.path} is a bare repository: it has no working tree to verify`,
    remedy: 'verify a commit of it: leave --worktree out',
  };
}
