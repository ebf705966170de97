import { posix } from 'node:path';
import { quote } from '../wording.ts';
import { textOf, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';

/** A path that is written relative to `folder`, relative to the repository; one that leaves it is an error. */
export function repositoryPath(node: Node, folder: string, problems: Problems): string | undefined {
  const written = textOf(node);
  if (written === undefined) return undefined;
  const path = pathInRepository(written, folder);
  if (path !== undefined) return path;
  problems.error({
    code: 'outside-repository',
    message: `${quote(written)} is outside the repository`,
    span: node.span,
    hint: `paths are relative to ${posix.basename(node.span.at.file)}`,
  });
  return undefined;
}

/** The same without a word; undefined when it leads out of the repository. */
export function pathInRepository(written: string, folder: string): string | undefined {
  const path = posix.normalize(posix.join(folder, written)).replace(/(?<=.)\/$/u, '');
  return posix.isAbsolute(written) || path === '..' || path.startsWith('../') ? undefined : path;
}
