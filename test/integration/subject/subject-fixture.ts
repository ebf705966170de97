import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SubjectFailure } from '../../../verifier/subject/failure.ts';
import { checkOutSubject, type Subject, type SubjectRequest } from '../../../verifier/subject/subject.ts';
import { baseEnv, type TestRepository } from './repository-fixture.ts';

export const HEAD: SubjectRequest = { kind: 'ref', ref: 'HEAD' };
export const WORKTREE: SubjectRequest = { kind: 'worktree' };

export type CheckOut = (request?: SubjectRequest, path?: string) => Promise<Subject>;
export type Fail = (
  request: SubjectRequest,
  path?: string,
  env?: Readonly<Record<string, string>>,
) => Promise<SubjectFailure>;

/** Checks out subjects of a repository, each into a scratch folder of its own. */
export function subjectsOf(repository: TestRepository): { checkOut: CheckOut; fail: Fail } {
  const open = async (request: SubjectRequest, path: string, env: Readonly<Record<string, string>>) =>
    checkOutSubject({
      repository: path,
      request,
      scratch: repository.scratch(),
      baseEnv: env,
      signal: new AbortController().signal,
    });
  return {
    checkOut: async (request = HEAD, path = repository.path) => {
      const result = await open(request, path, baseEnv);
      assert.ok(result.ok, result.ok ? '' : result.failure.message);
      return result.value;
    },
    fail: async (request, path = repository.path, env = baseEnv) => {
      const result = await open(request, path, env);
      assert.ok(!result.ok);
      return result.failure;
    },
  };
}

/** Every file of the tree has the bytes of its blob, and there is no other file. */
export function assertBytesOfBlobs(subject: Subject, path: string): void {
  const git = (...args: string[]): Buffer =>
    execFileSync('git', args, { cwd: path, env: { ...baseEnv, GIT_NO_REPLACE_OBJECTS: '1' } });
  const entries = git('ls-tree', '-r', '-z', subject.report.tree)
    .toString()
    .split('\0')
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const [meta = '', file = ''] = entry.split('\t');
    const [mode, , blob = ''] = meta.split(' ');
    const place = join(subject.checkout, file);
    const actual = mode === '120000' ? Buffer.from(readlinkSync(place)) : readFileSync(place);
    assert.deepEqual(actual, git('cat-file', 'blob', blob), file);
  }
  assert.deepEqual(filesIn(subject.checkout), entries.map((entry) => entry.split('\t')[1] ?? '').sort());
}

/** The paths of all files below a folder, sorted. */
export function filesIn(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesIn(folder, join(prefix, entry.name)) : [join(prefix, entry.name)]))
    .sort();
}

/** Every file with its content. */
export function fingerprint(folder: string): Record<string, string> {
  return Object.fromEntries(filesIn(folder).map((file) => [file, readFileSync(join(folder, file)).toString('base64')]));
}
