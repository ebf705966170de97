import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { ContractPlan } from '../plan.ts';
import { contractSchema } from '../schema/contract.ts';
import { validateNode } from '../schema/validate.ts';
import { looksLikeVerb } from '../schema/verbs.ts';
import { quote } from '../wording.ts';
import { entriesOf, entry, field, itemsOf, textOf, textsOf, type MapNode, type Node } from '../yaml/node.ts';
import type { SourceFile } from '../yaml/parse.ts';
import type { Problems } from '../yaml/problems.ts';
import type { SystemNames } from './context.ts';
import { compileCriterion } from './criterion.ts';
import { Names } from './names.ts';
import { compileLet } from './values.ts';
import { warnOfUnusedNames, warnOfUnusedSteps } from './unused.ts';
import { Vocabulary } from './vocabulary.ts';

/** What a contract needs to know of its system. */
export interface ContractContext {
  readonly problems: Problems;
  readonly system: SystemNames;
  readonly inMakingOrder: (actors: ReadonlySet<string>) => string[];
  /** Actors, services and the run. */
  readonly names: Names;
  readonly systemFile: string;
}

/** Compiles one contract file. What is wrong is in `problems`, and then the plan is not used. */
export function compileContract(root: MapNode, source: SourceFile, context: ContractContext): ContractPlan {
  const { problems } = context;
  const before = problems.errorCount;
  validateNode(root, contractSchema, { what: 'the contract', problems });
  checkSystem(field(root, 'system'), source, context);
  const names = new Names(context.names);
  const values = compileLet(field(root, 'let'), { names, problems });
  names.reportUnresolved();
  checkStepNames(root, problems);
  const vocabulary = new Vocabulary(field(root, 'steps'));
  const criterionNodes = itemsOf(field(root, 'criteria')).filter((node) => node.kind === 'map');
  checkIds(criterionNodes, problems);
  const criteria = criterionNodes.map((node) => compileCriterion(node, { ...context, vocabulary, names, values }));
  // After an error, what seems unused may be used where the error is.
  if (problems.errorCount === before) {
    warnOfUnusedSteps(vocabulary, problems);
    warnOfUnusedNames(names, criteria, problems);
  }
  const version = field(root, 'version');
  return {
    name: textOf(field(root, 'contract')) ?? '',
    version: version?.kind === 'scalar' && typeof version.value === 'number' ? version.value : 1,
    title: textOf(field(root, 'title')) ?? '',
    file: source.file,
    digest: sha256(source.text),
    outOfScope: textsOf(field(root, 'outOfScope')),
    criteria: criteria.map(({ plan }) => plan),
  };
}

/** SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function checkSystem(node: Node | undefined, source: SourceFile, { systemFile, problems }: ContractContext): void {
  const written = textOf(node);
  if (node === undefined || written === undefined) return;
  const file = posix.normalize(posix.join(posix.dirname(source.file), written));
  if (file === posix.normalize(systemFile)) return;
  problems.error({
    code: 'other-system',
    message: `this contract is for ${quote(file)}, and is compiled with ${quote(systemFile)}`,
    span: node.span,
  });
}

function checkStepNames(root: MapNode, problems: Problems): void {
  for (const { key, keySpan } of entriesOf(field(root, 'steps'))) {
    if (!looksLikeVerb(key)) continue;
    problems.error({
      code: 'bad-name',
      message: `${quote(key)} looks like a verb, so it can't be the name of a step`,
      span: keySpan,
    });
  }
}

function checkIds(criteria: readonly Node[], problems: Problems): void {
  const seen = new Map<string, Node>();
  for (const criterion of criteria) {
    const node = entry(criterion, 'id')?.value;
    const id = textOf(node);
    if (node === undefined || id === undefined) continue;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, node);
    else {
      problems.error({
        code: 'duplicate-id',
        message: `the id ${quote(id)} is there twice`,
        span: node.span,
        related: [{ message: 'first used here', at: first.span.at }],
      });
    }
  }
}
