import type { ErrorObject } from 'ajv/dist/2020.js';
import { pointerTokens } from '../pointer.ts';
import { listWords, nameHint, nearestName, quote } from '../wording.ts';
import { entry, nodeKind, textOf, type Node, type Span } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';

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
}

/** Turns ajv's errors into one precise problem per defect. Returns the nodes that have one in or below them. */
export function reportViolations(root: Node, errors: readonly ErrorObject[], context: Context): ReadonlySet<Node> {
  const tainted = new Set<Node>();
  const violations = withoutNoise(errors).map((error) => locate(root, error, context.what));
  for (const violation of violations) {
    for (const node of violation.trail) tainted.add(node);
    if (!isMistyped(violation, violations)) report(violation, context.problems);
  }
  return tainted;
}

/** A key that is missing because another one stands in its place: that one is reported. */
function isMistyped({ error, node }: Violation, violations: readonly Violation[]): boolean {
  if (error.keyword !== 'required') return false;
  const missing = String(error.params['missingProperty']);
  return violations.some((other) => {
    if (other.node !== node || other.error.keyword !== 'additionalProperties') return false;
    const key = String(other.error.params['additionalProperty']);
    return key === '<<' || nearestName(key, knownKeys(other.error)) === missing;
  });
}

function knownKeys(error: ErrorObject): string[] {
  return Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
}

/**
 * Of an `anyOf`, the forms differ in their type: the one that was meant is the only one whose type fits, and then only its own
 * errors count. When none fits, only the `anyOf` counts.
 */
function withoutNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const union of errors) {
    if (union.keyword !== 'anyOf') continue;
    const inside = errors.filter(
      (error) =>
        error.schemaPath.startsWith(`${union.schemaPath}/`) && error.instancePath.startsWith(union.instancePath),
    );
    const formOf = (error: ErrorObject): string =>
      error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? '';
    const refused = new Set(inside.filter((error) => isRefusal(error, union)).map(formOf));
    const meant = inside.filter((error) => !refused.has(formOf(error)));
    for (const error of meant.length > 0 ? [union, ...inside.filter((each) => !meant.includes(each))] : inside)
      dropped.add(error);
  }
  return errors.filter((error) => !dropped.has(error) && !repeatsType(error, errors));
}

// `enum` fails beside `type` for a value of another type; one of them says enough.
function repeatsType(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  return (
    error.keyword === 'enum' &&
    errors.some(
      (other) =>
        other.keyword === 'type' &&
        other.instancePath === error.instancePath &&
        other.parentSchema === error.parentSchema,
    )
  );
}

function isRefusal(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath && error.keyword === 'type';
}

function locate(root: Node, error: ErrorObject, what: string): Violation {
  let node = root;
  let name = what;
  const trail = [root];
  for (const token of pointerTokens(error.instancePath)) {
    const next: Node | undefined = node.kind === 'list' ? node.items[Number(token)] : entry(node, token)?.value;
    if (next === undefined) break;
    name = node.kind === 'map' ? quote(token) : itemName(next, token, name);
    node = next;
    trail.push(node);
  }
  return { error, trail, node, name };
}

/** An item is called by its id, else by its number in its list. */
function itemName(item: Node, index: string, list: string): string {
  const id = textOf(entry(item, 'id')?.value);
  return id === undefined ? `item ${String(Number(index) + 1)} of ${list}` : quote(id);
}

function report(violation: Violation, problems: Problems): void {
  const { error, node, name } = violation;
  switch (error.keyword) {
    case 'additionalProperties':
      reportUnknownKey(violation, problems);
      return;
    case 'required':
      problems.error({
        code: 'missing-key',
        message: `${quote(String(error.params['missingProperty']))} is missing in ${name}`,
        span: startOf(node),
        hint: wordsHint(error),
      });
      return;
    case 'type':
    case 'anyOf':
      problems.error({
        code: 'wrong-type',
        message: `${name} must be ${expectedOf(error)}, not ${nodeKind(node)}`,
        span: node.span,
        hint: formHint(error, node),
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
        hint: (error.parentSchema as { 'x-advice'?: string } | undefined)?.['x-advice'],
      });
  }
}

/** What a missing key can be, when it is one of some words. */
function wordsHint(error: ErrorObject): string | undefined {
  const key = String(error.params['missingProperty']);
  const { properties } = error.parentSchema as { properties?: Record<string, { enum?: readonly unknown[] }> };
  const words = properties?.[key]?.enum;
  return words === undefined ? undefined : `${key}: ${listWords(words.map(String), 'or')}`;
}

function formHint(error: ErrorObject, node: Node): string | undefined {
  if (error.params['type'] === 'boolean' && /^(yes|no|on|off)$/iu.test(textOf(node) ?? ''))
    return 'YAML 1.2 takes yes, no, on and off for text';
  if (error.params['type'] !== 'array' || node.kind === 'list') return undefined;
  return node.kind === 'map' ? 'each item of a list begins with “- ”' : 'write [ … ], or each item on a line with “- ”';
}

// A mapping may go over many lines; its first character is enough.
function startOf(node: Node): Span {
  return node.kind === 'map' ? { at: node.span.at, aliases: node.span.aliases } : node.span;
}

function reportUnknownKey({ error, node, name }: Violation, problems: Problems): void {
  const key = String(error.params['additionalProperty']);
  const schema = error.parentSchema as { 'x-hints'?: Readonly<Record<string, string>> } | undefined;
  const span = entry(node, key)?.keySpan ?? node.span;
  problems.error({
    code: 'unknown-key',
    message: `unknown key ${quote(key)} in ${name}`,
    span,
    hint: key === '<<' ? mergeHint : (schema?.['x-hints']?.[key] ?? nameHint(key, knownKeys(error))),
  });
}

function reportOtherWord({ error, node, name }: Violation, problems: Problems): void {
  const words = (error.params['allowedValues'] as readonly unknown[]).map(String);
  const written = textOf(node);
  const nearest = written === undefined ? undefined : nearestName(written, words);
  problems.error({
    code: 'wrong-value',
    message: `${name} must be ${listWords(words, 'or')}`,
    span: node.span,
    hint: nearest === undefined ? undefined : `did you mean ${quote(nearest)}?`,
  });
}

const mergeHint = 'merge keys are not part of YAML 1.2; an alias can stand for a whole value';

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
  switch (error.keyword) {
    case 'minLength':
      return 'a text that is not empty';
    case 'minItems':
      return `a list of at least ${limit}`;
    case 'maxItems':
      return `a list of at most ${limit}`;
    case 'minimum':
      return `at least ${limit}`;
    case 'maximum':
      return `at most ${limit}`;
    default: {
      const schema = error.parentSchema as { 'x-expects'?: string } | undefined;
      return schema?.['x-expects'] ?? error.message ?? 'something else';
    }
  }
}
