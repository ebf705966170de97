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
 * Checks a node against a schema. Each violation is reported once, at its place. Returns the nodes that have one in or below
 * them: whoever compiles the rest leaves those out. The schema does not speak of what is under the keys `unread`: of lists and mappings
 * there, only that they are some.
 */
export function validateNode(
  node: Node,
  schema: TSchema,
  context: { what: string; problems: Problems; unread?: ReadonlySet<string> },
): ReadonlySet<Node> {
  const validate = compiledSchema(schema);
  if (validate(plainOf(node, context.unread ?? nothing))) return nothingWrong;
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

const nothing: ReadonlySet<string> = new Set();
const nothingWrong: ReadonlySet<Node> = new Set();

/** The node as plain JSON, without what is not read. Only types and forms are checked, so numbers may lose digits here. */
function plainOf(node: Node, unread: ReadonlySet<string>): unknown {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'bigint' || (typeof node.value === 'object' && node.value !== null)
        ? Number(node.value.toString())
        : node.value;
    case 'list':
      return node.items.map((item) => plainOf(item, unread));
    case 'map': {
      const plain: Record<string, unknown> = {};
      for (const { key, value } of node.entries) {
        const inside = unread.has(key) ? emptyOf(value) : plainOf(value, unread);
        // Set as `__proto__`, it would become no key.
        if (key === '__proto__') Object.defineProperty(plain, key, { value: inside, enumerable: true });
        else plain[key] = inside;
      }
      return plain;
    }
  }
}

function emptyOf(node: Node): unknown {
  if (node.kind === 'scalar') return plainOf(node, nothing);
  return node.kind === 'list' ? [] : {};
}
