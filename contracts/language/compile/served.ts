import { posix } from 'node:path';
import type { ServedFile } from '../plan.ts';
import { quote } from '../wording.ts';
import { entriesOf, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { repositoryPath } from './repository-path.ts';

/** Compiles `serve`: host and path of a foreign host, with the file that answers them. */
export function compileServed(node: Node | undefined, file: string, problems: Problems): ServedFile[] {
  return entriesOf(node).flatMap(({ key, keySpan, value }) => {
    const served = repositoryPath(value, posix.dirname(file), problems);
    if (!isAddress(key)) {
      problems.error({
        code: 'wrong-value',
        message: `${quote(key)} must be a host and a path`,
        span: keySpan,
        hint: 'without https://, such as cdn.example/app.css',
      });
      return [];
    }
    return served === undefined ? [] : [{ url: key, file: served, at: value.span.at }];
  });
}

function isAddress(written: string): boolean {
  return /^[^/\s:]+(:\d+)?\/\S*$/u.test(written) && URL.canParse(`https://${written}`);
}
