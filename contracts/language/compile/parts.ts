import { posix } from 'node:path';
import { heldOutSchema } from '../schema/held-out.ts';
import { vocabularySchema } from '../schema/vocabulary.ts';
import { validateNode } from '../schema/validate.ts';
import { looksLikeVerb } from '../schema/verbs.ts';
import { nameHint, quote } from '../wording.ts';
import { entriesOf, entry, field, textOf, type Entry, type MapNode, type Node } from '../yaml/node.ts';
import type { SourceFile } from '../yaml/parse.ts';
import type { Problems } from '../yaml/problems.ts';
import { heldOutNodes, vocabularyNodes } from './named-files.ts';
import { repositoryPath } from './repository-path.ts';

/** A file that was read; without a root when it could not be, which was said. */
export interface ParsedFile {
  readonly source: SourceFile;
  readonly root: MapNode | undefined;
}

/** Files by name, for those that contracts name. */
export type ParsedFiles = ReadonlyMap<string, ParsedFile>;

interface PartsContext {
  readonly source: SourceFile;
  readonly problems: Problems;
  readonly files: ParsedFiles;
}

/** The vocabularies that a contract names, in its order. */
export function vocabulariesOf(root: MapNode, context: PartsContext): ParsedFile[] {
  return filesAt(vocabularyNodes(root), { ...context, onlyOnce: true });
}

/** The held-out files that a contract and its criteria name, each once. */
export function heldOutOf(root: MapNode, context: PartsContext): ParsedFile[] {
  return filesAt(heldOutNodes(root), { ...context, onlyOnce: false });
}

function filesAt(nodes: readonly Node[], context: PartsContext & { readonly onlyOnce: boolean }): ParsedFile[] {
  const { problems, source, files } = context;
  const found = new Map<string, ParsedFile>();
  for (const node of nodes) {
    const path = repositoryPath(node, posix.dirname(source.file), problems);
    const file = path === undefined ? undefined : files.get(path);
    if (path !== undefined && file === undefined) {
      const near = [...files.keys()].map((known) => posix.relative(posix.dirname(source.file), known));
      const hint = nameHint(textOf(node) ?? '', near);
      problems.error({ code: 'missing-file', message: `there is no file ${quote(path)}`, span: node.span, hint });
    }
    if (path === undefined || file === undefined) continue;
    if (found.has(path) && context.onlyOnce)
      problems.error({ code: 'duplicate-file', message: `${quote(path)} is named twice`, span: node.span });
    found.set(path, file);
  }
  return [...found.values()];
}

/** Checks a vocabulary file by itself. */
export function checkVocabulary({ root }: ParsedFile, problems: Problems): void {
  if (root === undefined) return;
  validateNode(root, vocabularySchema, { what: 'the vocabulary', problems });
  checkStepNames(root, problems);
}

/** Says which named steps have names that only verbs have. */
export function checkStepNames(root: MapNode, problems: Problems): void {
  for (const { key, keySpan } of entriesOf(field(root, 'steps'))) {
    if (!looksLikeVerb(key) && key !== 'together') continue;
    problems.error({
      code: 'bad-name',
      message: `${quote(key)} looks like a verb, so it can't be the name of a step`,
      span: keySpan,
    });
  }
}

/** Checks a held-out file by itself, and that it belongs to this contract. Returns what has a wrong key or value in it. */
export function checkHeldOut(
  { root }: ParsedFile,
  contract: string | undefined,
  problems: Problems,
): ReadonlySet<Node> {
  if (root === undefined) return new Set();
  const wrong = validateNode(root, heldOutSchema, { what: 'the held-out file', problems });
  const owner = field(root, 'heldOut');
  const name = textOf(owner);
  if (owner !== undefined && name !== undefined && contract !== undefined && name !== contract) {
    problems.error({
      code: 'other-contract',
      message: `this file belongs to the contract ${quote(name)}, and ${quote(contract)} names it`,
      span: owner.span,
      hint: 'a held-out file belongs to one contract',
    });
  }
  if (entry(root, 'examples') === undefined && entry(root, 'criteria') === undefined) {
    problems.error({
      code: 'empty-file',
      message: 'the file holds nothing back',
      span: owner?.span ?? { at: root.span.at },
      hint: 'it has examples: { AC-01: [ … ] }, or criteria',
    });
  }
  return wrong;
}

/** The steps of all vocabularies; a name that is there twice is an error that names both places. */
export function sharedSteps(own: Node | undefined, files: readonly ParsedFile[], problems: Problems): Entry[] {
  const known = new Map(entriesOf(own).map((step) => [step.key, step]));
  const shared: Entry[] = [];
  for (const step of files.flatMap(({ root }) => entriesOf(field(root, 'steps')))) {
    const first = known.get(step.key);
    if (first === undefined) {
      known.set(step.key, step);
      shared.push(step);
      continue;
    }
    problems.error({
      code: 'duplicate-step',
      message: `two steps are called ${quote(step.key)}`,
      span: first.keySpan,
      related: [{ message: 'the other one', at: step.keySpan.at }],
    });
  }
  return shared;
}
