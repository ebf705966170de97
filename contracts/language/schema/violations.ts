import type { ErrorObject } from 'ajv/dist/2020.js';
import { pointerTokens } from '../pointer.ts';
import { listWords, nearestName, quote } from '../wording.ts';
import { entry, nodeKind, textOf, type Node, type Span } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { are, missingHint, typeHint, unknownHint, valueHint } from './hints.ts';
import { keysOf } from './homes.ts';
import { withoutNoise } from './noise.ts';

interface Context {
  readonly what: string;
  readonly problems: Problems;
}

/** A violation with the nodes on the way to it. */
interface Violation {
  readonly error: ErrorObject;
  readonly trail: readonly Node[];
  readonly node: Node;
  /** What the node is called in messages. */
  readonly name: string;
  /** The key under which it stands; undefined for an item of a list. */
  readonly key: string | undefined;
}

/** Turns ajv's errors into one precise problem per mistake. Returns the nodes that have one in or below them. */
export function reportViolations(root: Node, errors: readonly ErrorObject[], context: Context): ReadonlySet<Node> {
  const tainted = new Set<Node>();
  const violations = withoutNoise(errors).map((error) => locate(root, error, context.what));
  for (const { trail } of violations) for (const node of trail) tainted.add(node);
  const ofKeys = violations.filter(({ error }) => keywordsOfKeys.includes(error.keyword));
  for (const node of new Set(ofKeys.map((violation) => violation.node)))
    reportKeys(
      ofKeys.filter((violation) => violation.node === node),
      context.problems,
    );
  for (const violation of violations) if (!ofKeys.includes(violation)) reportValue(violation, context.problems);
  return tainted;
}

const keywordsOfKeys: readonly string[] = ['required', 'additionalProperties'];

function locate(root: Node, error: ErrorObject, what: string): Violation {
  let node = root;
  let name = what;
  let key: string | undefined = what;
  const trail = [root];
  for (const token of pointerTokens(error.instancePath)) {
    const next: Node | undefined = node.kind === 'list' ? node.items[Number(token)] : entry(node, token)?.value;
    if (next === undefined) break;
    key = node.kind === 'map' ? token : undefined;
    name = node.kind === 'map' ? quote(token) : itemName(next, token, name);
    node = next;
    trail.push(node);
  }
  return { error, trail, node, name, key };
}

/** An item is called by its id, else by its number in its list. */
function itemName(item: Node, index: string, list: string): string {
  const id = textOf(entry(item, 'id')?.value);
  return id === undefined ? `item ${String(Number(index) + 1)} of ${list}` : quote(id);
}

/** What is wrong with the keys of one mapping. One that is not known may stand in the place of one that is missing. */
function reportKeys(violations: readonly Violation[], problems: Problems): void {
  const unknown = violations.filter(({ error }) => error.keyword === 'additionalProperties');
  const absent = violations.filter(({ error }) => error.keyword === 'required');
  const missing = absent.map(({ error }) => String(error.params['missingProperty']));
  const [first] = absent;
  const meant = new Map(unknown.map((each) => [each, nearestName(unknownKey(each), knownKeys(each))]));
  const left = missing.filter((key) => ![...meant.values()].includes(key));
  const strange = unknown.filter((each) => meant.get(each) === undefined && unknownKey(each) !== '<<');
  if (unknown.some((each) => unknownKey(each) === '<<') || (left.length > 0 && strange.length > 0)) {
    for (const each of unknown) if (!strange.includes(each)) reportUnknown([each], [], problems);
    reportUnknown(strange, left, problems);
    return;
  }
  for (const each of unknown) reportUnknown([each], [], problems);
  if (first !== undefined && left.length > 0) reportMissing(first, left, problems);
}

function unknownKey({ error }: Violation): string {
  return String(error.params['additionalProperty']);
}

function knownKeys({ error }: Violation): string[] {
  return Object.keys(keysOf(error.parentSchema));
}

function reportMissing({ error, node, name }: Violation, missing: readonly string[], problems: Problems): void {
  problems.error({
    code: 'missing-key',
    message: `${listWords(missing.map(quote), 'and')} ${are(missing)} missing in ${name}`,
    span: startOf(node),
    hint: missingHint(missing, error),
  });
}

function reportUnknown(violations: readonly Violation[], missing: readonly string[], problems: Problems): void {
  const [first] = violations;
  if (first === undefined) return;
  const { error, node, name } = first;
  const keys = violations.map(unknownKey);
  const [key = ''] = keys;
  problems.error({
    code: 'unknown-key',
    message: `unknown ${keys.length === 1 ? 'key' : 'keys'} ${listWords(keys.map(quote), 'and')} in ${name}`,
    span: entry(node, key)?.keySpan ?? node.span,
    hint: unknownHint(key, missing, error),
  });
}

// A mapping may go over many lines; its first character is enough.
function startOf(node: Node): Span {
  return node.kind === 'map' ? { at: node.span.at, aliases: node.span.aliases } : node.span;
}

function reportValue(violation: Violation, problems: Problems): void {
  const { error, node, name, key } = violation;
  switch (error.keyword) {
    case 'type':
    case 'anyOf':
      problems.error({
        code: 'wrong-type',
        message: `${name} must be ${expectedOf(error)}, not ${kindOf(node, error)}`,
        span: node.span,
        hint: typeHint(error, node, key),
      });
      return;
    case 'enum':
      reportOtherWord(violation, problems);
      return;
    default:
      problems.error({
        code: 'wrong-value',
        message: `${name} must be ${formOf(error)}`,
        span: node.span,
        hint: valueHint(error),
      });
  }
}

// A number that is not whole is said as it is written.
function kindOf(node: Node, error: ErrorObject): string {
  return error.params['type'] === 'integer' && node.kind === 'scalar' && nodeKind(node) === 'a number'
    ? String(node.value)
    : nodeKind(node);
}

function reportOtherWord({ error, node, name }: Violation, problems: Problems): void {
  const words = (error.params['allowedValues'] as readonly unknown[]).map(String);
  const written = textOf(node);
  const nearest = written === undefined ? undefined : nearestName(written, words);
  problems.error({
    code: 'wrong-value',
    message: `${name} must be ${listWords(words, 'or')}`,
    span: node.span,
    hint: nearest === undefined ? valueHint(error) : `did you mean ${quote(nearest)}?`,
  });
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
};

function expectedOf(error: ErrorObject): string {
  const schema = error.parentSchema as { 'x-expects'?: string } | undefined;
  if (schema?.['x-expects'] !== undefined) return schema['x-expects'];
  const types = [error.params['type'] as string | readonly string[]].flat();
  return listWords(
    types.map((type) => typeNames[type] ?? type),
    'or',
  );
}

function formOf(error: ErrorObject): string {
  const limit = String(error.params['limit']);
  const limits: Readonly<Record<string, string>> = {
    minLength: 'a text that is not empty',
    minItems: `a list of at least ${limit}`,
    maxItems: `a list of at most ${limit}`,
    minimum: `at least ${limit}`,
    maximum: `at most ${limit}`,
  };
  const schema = error.parentSchema as { 'x-expects'?: string } | undefined;
  return schema?.['x-expects'] ?? limits[error.keyword] ?? error.message ?? 'something else';
}
