import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { ContractPlan } from '../plan.ts';
import { contractSchema } from '../schema/contract.ts';
import { validateNode } from '../schema/validate.ts';
import { quote } from '../wording.ts';
import { field, textOf, textsOf, type MapNode, type Node } from '../yaml/node.ts';
import type { SourceFile } from '../yaml/parse.ts';
import type { Problems } from '../yaml/problems.ts';
import { compileAlways } from './always.ts';
import type { SystemNames } from './context.ts';
import { compileCriteria } from './criteria.ts';
import { lintContract } from './lint/lint.ts';
import { Names } from './names.ts';
import { checkHeldOut, checkStepNames, heldOutOf, sharedSteps, vocabulariesOf, type ParsedFiles } from './parts.ts';
import { reportUnusedNames, reportUnusedSteps } from './unused.ts';
import { compileLet } from './values.ts';
import { Vocabulary } from './vocabulary.ts';

/** What a contract needs to know of its system, and of the files that it names. */
export interface ContractContext {
  readonly problems: Problems;
  readonly system: SystemNames;
  readonly inMakingOrder: (actors: ReadonlySet<string>) => string[];
  /** Actors, services and the run. */
  readonly names: Names;
  readonly systemFile: string;
  /** `always` of system.yaml. */
  readonly always: Node | undefined;
  readonly vocabularies: ParsedFiles;
  readonly heldOut: ParsedFiles;
}

/** Steps are checked by their verbs. */
const stepKeys: ReadonlySet<string> = new Set(['given', 'when', 'then']);

/** Compiles one contract file. What is wrong is in `problems`, and then the plan is not used. */
export function compileContract(root: MapNode, source: SourceFile, context: ContractContext): ContractPlan {
  const { problems } = context;
  const own = validateNode(root, contractSchema, { what: 'the contract', problems, unread: stepKeys });
  checkSystem(field(root, 'system'), source, context);
  const names = new Names(context.names);
  const values = compileLet(field(root, 'let'), { names, problems });
  names.reportUnresolved();
  checkStepNames(root, problems);
  const shared = vocabulariesOf(root, { source, problems, files: context.vocabularies });
  const heldOut = heldOutOf(root, { source, problems, files: context.heldOut });
  const held = heldOut.flatMap((file) => [...checkHeldOut(file, textOf(field(root, 'contract')), problems)]);
  const wrong = new Set([...own, ...held]);
  const vocabulary = new Vocabulary(field(root, 'steps'), sharedSteps(field(root, 'steps'), shared, problems));
  const always = compileAlways([context.always, field(root, 'always')]);
  const criteria = compileCriteria({ root, heldOut }, { ...context, vocabulary, names, values, always, wrong });
  const files = [source.file, ...heldOut.map((part) => part.source.file)];
  // After an error, what seems unused may be used where the error is.
  if (!problems.hasErrorIn([...files, ...shared.map((part) => part.source.file)])) {
    reportUnusedSteps(vocabulary, problems);
    reportUnusedNames({ contract: names, files }, criteria, problems);
  }
  lintContract(criteria, context.system, problems);
  const version = field(root, 'version');
  return {
    name: textOf(field(root, 'contract')) ?? '',
    version: version?.kind === 'scalar' && typeof version.value === 'number' ? version.value : 1,
    title: textOf(field(root, 'title')) ?? '',
    file: source.file,
    digest: sha256(source.text),
    parts: [...shared, ...heldOut].map((part) => ({ file: part.source.file, digest: sha256(part.source.text) })),
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
    hint: `system: ${posix.relative(posix.dirname(source.file), systemFile)}`,
  });
}
