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
import { compileCriterion, type CompiledCriterion } from './criterion.ts';
import { Names } from './names.ts';
import { compileLet } from './values.ts';
import { checkUnusedSteps } from './unused-steps.ts';
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
  validateNode(root, contractSchema, { what: 'the contract', problems });
  checkSystem(field(root, 'system'), source, context);
  const names = new Names(context.names);
  const values = compileLet(field(root, 'let'), { names, problems });
  names.reportUnresolved();
  checkStepNames(root, problems);
  const vocabulary = new Vocabulary(field(root, 'steps'));
  const criterionNodes = itemsOf(field(root, 'criteria')).filter((node) => node.kind === 'map');
  checkIds(criterionNodes, problems);
  const before = problems.errorCount;
  const criteria = criterionNodes.map((node) => compileCriterion(node, { ...context, vocabulary, names, values }));
  checkUnusedSteps(vocabulary, problems);
  if (problems.errorCount === before) warnOfUnusedNames(names, criteria, problems);
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

/** A save in a named step is used when any criterion uses it. */
function warnOfUnusedNames(contractNames: Names, criteria: readonly CompiledCriterion[], problems: Problems): void {
  const unused = new Map<
    string,
    { name: string; at: { file: string; line: number; column: number }; used: boolean; what: string }
  >();
  for (const names of [contractNames, ...criteria.map((criterion) => criterion.names)]) {
    for (const [name, { kind, at, used }] of names.own()) {
      if (at === undefined) continue;
      const key = `${String(at.line)}:${String(at.column)}`;
      const known = unused.get(key) ?? { name, at, used: false, what: kind === 'save' ? 'saved' : 'made' };
      known.used ||= used;
      unused.set(key, known);
    }
  }
  for (const { name, at, used, what } of unused.values()) {
    if (used) continue;
    problems.warning({
      code: 'unused-name',
      message: `${quote(name)} is ${what} and never used`,
      span: { at, endColumn: at.column + name.length },
    });
  }
}
