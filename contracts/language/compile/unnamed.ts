import { posix } from 'node:path';
import { field, textOf, type MapNode } from '../yaml/node.ts';
import type { SourceFile } from '../yaml/parse.ts';
import type { Problems } from '../yaml/problems.ts';
import { heldOutNodes } from './named-files.ts';
import type { ParsedFile, ParsedFiles } from './parts.ts';
import { pathInRepository } from './repository-path.ts';

/** A contract that was read. */
export interface ParsedContract {
  readonly source: SourceFile;
  readonly contract: MapNode;
}

interface Contracts {
  readonly parsed: readonly ParsedContract[];
  /** Those with syntax errors, which were said. */
  readonly unread: readonly SourceFile[];
}

/** Says which held-out files no contract names: nothing of them would be judged, without a word. */
export function reportUnnamed(heldOut: ParsedFiles, contracts: Contracts, problems: Problems): void {
  const { parsed, unread } = contracts;
  const named = new Map(parsed.map((one) => [one, heldOutPaths(one)]));
  const all = new Set([...named.values()].flat());
  for (const [path, { root }] of heldOut) {
    if (root === undefined || all.has(path)) continue;
    if (unread.some(({ text }) => text.includes(posix.basename(path)))) continue;
    const owner = parsed.find(({ contract }) => ownsFile(contract, root));
    // It names a file that is not there, which was said: this one may be meant.
    const theirs = owner === undefined ? undefined : named.get(owner);
    if (theirs?.some((file) => !heldOut.has(file)) === true) continue;
    problems.error({
      code: 'unnamed-file',
      message: 'no contract names this file: nothing that it holds back is judged',
      span: field(root, 'heldOut')?.span ?? { at: root.span.at },
      hint: hintFor(path, owner),
    });
  }
}

function heldOutPaths({ source, contract }: ParsedContract): string[] {
  const folder = posix.dirname(source.file);
  return heldOutNodes(contract).flatMap((node) => pathInRepository(textOf(node) ?? '', folder) ?? []);
}

function ownsFile(contract: MapNode, root: NonNullable<ParsedFile['root']>): boolean {
  const name = textOf(field(contract, 'contract'));
  return name !== undefined && name === textOf(field(root, 'heldOut'));
}

function hintFor(path: string, owner: ParsedContract | undefined): string {
  if (owner === undefined) return `write heldOut: ${posix.basename(path)} into the contract that it belongs to`;
  const { file } = owner.source;
  return `write heldOut: ${posix.relative(posix.dirname(file), path)} into ${posix.basename(file)}`;
}
