import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Result } from '../environment/environment.ts';
import type { SubjectFailure } from './failure.ts';
import type { Git, GitAnswer } from './git.ts';
import { cutOutwardLinks } from './outward-links.ts';
import { explain, type Repository } from './repository.ts';
import type { Store } from './store.ts';

/** What a checkout is made of. */
export interface CheckoutRequest {
  readonly tree: string;
  /** What was asked for, for messages. */
  readonly revision: string;
  /** A folder that does not exist yet. */
  readonly folder: string;
}

/**
 * Writes a tree into a new folder, byte for byte: no filters, no line-ending conversion, modes and symbolic links kept, but for a link
 * that leads out of the checkout, which becomes a plain file that holds where it led. The folder is no Git repository.
 * Resolves with remarks on what a reader could miss in it.
 */
export async function writeCheckout(
  store: Store,
  repository: Repository,
  request: CheckoutRequest,
): Promise<Result<readonly string[], SubjectFailure>> {
  await mkdir(request.folder, { recursive: true });
  // symlinks and fileMode: `git init` finds out by trying, in another folder, perhaps on another disk.
  const git = store.git(request.folder, ['core.symlinks=true', 'core.fileMode=true', 'core.autocrlf=false']);
  const read = await git('read-tree', request.tree);
  if (!read.ok) return { ok: false, failure: explainWriting(repository, request, read) };
  const written = await git('checkout-index', '--all', '--quiet');
  if (!written.ok) {
    const unreadable = /unable to read|missing (blob|object)|bad object/i.test(written.why);
    return {
      ok: false,
      failure: unreadable
        ? missingObjects(repository, request, written.why)
        : explainWriting(repository, request, written),
    };
  }
  return { ok: true, value: await remark(git, request.folder) };
}

async function remark(git: Git, folder: string): Promise<string[]> {
  const staged = await git('ls-files', '--stage', '-z');
  const entries = staged.ok ? staged.stdout.split('\0') : [];
  const submodules = entries
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1));
  const remarks = submodules.map((path) => `submodules are not checked out: ${path} is an empty folder`);
  if (entries.some((entry) => entry.startsWith('120000 '))) remarks.push(...(await cutLinks(folder)));
  if (entries.some((entry) => /[\t/]\.gitattributes$/.test(entry))) remarks.push(...(await remarkOnLargeFiles(git)));
  return remarks;
}

async function cutLinks(folder: string): Promise<string[]> {
  const links = await cutOutwardLinks(folder);
  return links.map((link) => `a symbolic link that leads out of the commit is not followed: ${link} is a plain file`);
}

async function remarkOnLargeFiles(git: Git): Promise<string[]> {
  const mentioned = await git(
    'grep',
    '--cached',
    '--quiet',
    '-F',
    '-e',
    'filter=lfs',
    '--',
    '.gitattributes',
    '**/.gitattributes',
  );
  if (!mentioned.ok) return [];
  const pointers = await git(
    'grep',
    '--cached',
    '--name-only',
    '-z',
    '-e',
    '^version https://git-lfs.github.com/spec/',
  );
  const count = pointers.ok ? pointers.stdout.split('\0').filter((file) => file !== '').length : 0;
  return count === 0 ? [] : [`Git LFS: ${String(count)} files are pointers, not their contents (filters are not run)`];
}

/** Git does not always say why it could not write, and what it could not write to is ours and not the repository. */
function explainWriting(
  repository: Repository,
  { revision, folder }: CheckoutRequest,
  answer: Extract<GitAnswer, { ok: false }>,
): SubjectFailure {
  if (answer.stopped || answer.missing || !/unable to (write|create)|write error|No space left/i.test(answer.why))
    return explain(repository.path, answer);
  return {
    kind: 'git-failed',
    message: `${revision} could not be written to ${dirname(folder)}: ${answer.why}`,
    remedy: 'is the disk full? free some space there, or name another folder with TMPDIR',
  };
}

function missingObjects(repository: Repository, request: CheckoutRequest, why: string): SubjectFailure {
  return {
    kind: 'missing-objects',
    message: `${request.revision} is not whole in ${repository.path}: ${why.split('\n')[0] ?? why}`,
    remedy: `in a partial clone, fetch what was left out: git -C '${repository.path}' archive --output=/dev/null ${request.revision}`,
  };
}
