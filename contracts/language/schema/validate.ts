import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import type { Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { annotations } from './parts.ts';
import { reportViolations } from './violations.ts';

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  // Most schemas are used a few dozen times a run; optimising their code takes longer than it saves.
  code: { optimize: false },
});
for (const annotation of annotations) ajv.addKeyword(annotation);
const compiled = new WeakMap<TSchema, ValidateFunction>();

/**
 * Checks a node against a schema, which speaks of as many levels of it as `levels` says (all when left out). Each violation is reported once, at its place. Returns the nodes that have one in or below
 * them: whoever compiles the rest leaves those out.
 */
export function validateNode(
  node: Node,
  schema: TSchema,
  context: { what: string; problems: Problems; levels?: number },
): ReadonlySet<Node> {
  const validate = compiledSchema(schema);
  if (validate(plainOf(node, context.levels ?? Infinity))) return new Set();
  return reportViolations(node, validate.errors ?? [], context);
}

// Compiling takes milliseconds a schema, so it is done on first use.
function compiledSchema(schema: TSchema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}

/** The node as plain JSON, to so many levels. Only types and forms are checked, so numbers may lose digits here. */
function plainOf(node: Node, levels: number): unknown {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'bigint' || (typeof node.value === 'object' && node.value !== null)
        ? Number(node.value.toString())
        : node.value;
    case 'list':
      return levels === 0 ? [] : node.items.map((item) => plainOf(item, levels - 1));
    case 'map':
      return levels === 0
        ? {}
        : Object.fromEntries(node.entries.map(({ key, value }) => [key, plainOf(value, levels - 1)]));
  }
}
