import type { Plan, PlanStep } from '../plan.ts';
import type { Position } from '../position.ts';
import { field, itemsOf, textOf, type MapNode, type Node } from '../yaml/node.ts';
import { parseYaml, type SourceFile } from '../yaml/parse.ts';
import { Problems } from '../yaml/problems.ts';
import { posix } from 'node:path';
import { pathInRepository } from './repository-path.ts';

/** Other files of contracts that a contract names, relative to the repository. */
export interface NamedParts {
  readonly vocabularies: readonly string[];
  readonly heldOut: readonly string[];
}

/** Which vocabularies and held-out files a contract names; none when it can't be read, and none outside of the repository. */
export function partsNamedBy(source: SourceFile): NamedParts {
  // Most name none, and reading a file takes longer than looking for two words.
  if (!/vocabulary|heldOut/u.test(source.text)) return { vocabularies: [], heldOut: [] };
  const root = parseYaml(source, new Problems());
  const paths = (nodes: readonly Node[]): string[] => [
    ...new Set(nodes.flatMap((node) => pathInRepository(textOf(node) ?? '', posix.dirname(source.file)) ?? [])),
  ];
  return root === undefined
    ? { vocabularies: [], heldOut: [] }
    : { vocabularies: paths(vocabularyNodes(root)), heldOut: paths(heldOutNodes(root)) };
}

/** Where a contract names its vocabularies. */
export function vocabularyNodes(root: MapNode): readonly Node[] {
  const node = field(root, 'vocabulary');
  return (node?.kind === 'list' ? node.items : [node]).filter(isText);
}

/** Where a contract and its criteria name held-out files. */
export function heldOutNodes(root: MapNode): readonly Node[] {
  return [root, ...itemsOf(field(root, 'criteria'))].map((node) => field(node, 'heldOut')).filter(isText);
}

function isText(node: Node | undefined): node is Node {
  const text = textOf(node);
  return text !== undefined && text !== '';
}

/** A file that a plan needs from the contracts' side beside contracts, and where it is named. */
export interface NamedFile {
  /** Relative to the repository. */
  readonly file: string;
  readonly use: 'seed' | 'served' | 'upload';
  readonly at: Position;
  /** For an upload in a named step: where the step is used. */
  readonly related: readonly { readonly message: string; readonly at: Position }[];
}

/** The files that system.yaml names (seeds, `serve`), and those that steps upload, each place once. */
export function filesNamedBy(plan: Pick<Plan, 'system' | 'contracts'>): NamedFile[] {
  const { services, serve, actors } = plan.system;
  const named: NamedFile[] = [
    ...services.flatMap((service): NamedFile[] =>
      service.kind === 'postgres' && service.seed !== undefined
        ? [{ file: service.seed.file, use: 'seed', at: service.seed.at, related: [] }]
        : [],
    ),
    ...serve.map(({ file, at }): NamedFile => ({ file, use: 'served', at, related: [] })),
  ];
  const uploads = [
    ...Object.values(actors).flatMap(({ session }) => session.browser.signIn),
    ...plan.contracts.flatMap(({ criteria }) =>
      criteria.flatMap(({ given, when, then, contrast }) => [...given, ...when, ...then, ...(contrast?.given ?? [])]),
    ),
  ].flatMap(uploadsOf);
  const once = new Map<string, NamedFile>();
  for (const upload of uploads) {
    const { file, line, column } = upload.at;
    const key = `${upload.file} ${file}:${String(line)}:${String(column)}`;
    if (!once.has(key)) once.set(key, upload);
  }
  return [...named, ...once.values()];
}

function uploadsOf({ probe, origin }: PlanStep): NamedFile[] {
  if (probe.verb === 'together') return probe.steps.flatMap(uploadsOf);
  if (probe.verb !== 'browser.upload') return [];
  const related = origin.via.map(({ name, at }) => ({ message: `used here by “${name}”`, at }));
  return probe.files.flatMap(({ content }): NamedFile[] =>
    content.kind === 'file' ? [{ file: content.file, use: 'upload', at: origin.written, related }] : [],
  );
}
