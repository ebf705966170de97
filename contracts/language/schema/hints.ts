import type { ErrorObject } from 'ajv/dist/2020.js';
import { listWords, nameHint, nearestName, quote } from '../wording.ts';
import { itemsOf, textOf, type Node } from '../yaml/node.ts';
import { homeHint, keysOf } from './homes.ts';

/** The annotations and keywords of a schema that its hints are made from. */
interface Annotated {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly anyOf?: readonly Annotated[];
  readonly additionalProperties?: unknown;
  readonly 'x-advice'?: string;
  readonly 'x-expects'?: string;
  readonly 'x-hints'?: Readonly<Record<string, string>>;
  readonly 'x-part'?: string;
}

function schemaOf(error: ErrorObject): Annotated {
  return (error.parentSchema ?? {}) as Annotated;
}

/** What to do about a value that is of the right type, and not what is expected. */
export function valueHint(error: ErrorObject): string | undefined {
  return schemaOf(error)['x-advice'];
}

/** What can stand under keys that are missing in one mapping. */
export function missingHint(keys: readonly string[], error: ErrorObject): string {
  const known = keysOf(error.parentSchema);
  return keys.map((key) => keyHint(key, known[key])).join('; ');
}

function keyHint(key: string, schema: Annotated | undefined): string {
  if (schema?.enum !== undefined) return `${key}: ${listWords(schema.enum.map(String), 'or')}`;
  if (schema?.['x-part'] === 'steps') return `${key}: [ … ], a list of steps`;
  const said = schema?.['x-expects'] ?? described(schema ?? {});
  return said === undefined ? `${key}: …` : `${key}: ${said}`;
}

/** In one line, as a part of a sentence. */
function described({ description }: Annotated): string | undefined {
  if (description === undefined || description === '') return undefined;
  const [first = '', second = ''] = description;
  // An abbreviation stays as it is.
  const isWord = second === second.toLowerCase();
  return `${isWord ? first.toLowerCase() : first}${description.slice(1).replace(/\.$/u, '')}`;
}

/** What to do about a key that has no place here; `missing` are the keys that the mapping lacks, of which it may stand for one. */
export function unknownHint(key: string, missing: readonly string[], error: ErrorObject): string | undefined {
  if (key === '<<') return mergeHint;
  const own = schemaOf(error)['x-hints'];
  if (own !== undefined && Object.hasOwn(own, key)) return own[key];
  return missing.length > 0 ? insteadHint(key, missing, error) : placeHint(key, error);
}

function insteadHint(key: string, missing: readonly string[], error: ErrorObject): string {
  const known: Readonly<Record<string, Annotated>> = keysOf(error.parentSchema);
  const word = missing.find((each) => known[each]?.enum?.includes(key) === true);
  if (word !== undefined) return `write ${word}: ${key}`;
  return `${listWords(missing.map(quote), 'and')} ${are(missing)} missing: ${missingHint(missing, error)}`;
}

function placeHint(key: string, error: ErrorObject): string | undefined {
  const known = Object.keys(keysOf(error.parentSchema));
  const home = homeHint(key, error.parentSchema);
  const nearest = nearestName(key, known);
  if (nearest !== undefined && home?.startsWith('it belongs inside') !== true) return `did you mean ${quote(nearest)}?`;
  const here = nameHint(key, known);
  return home?.includes(' browser.') === true && here !== undefined ? `${here}; ${home}` : (home ?? here);
}

/** `is` or `are`. */
export function are(words: readonly unknown[]): string {
  return words.length === 1 ? 'is' : 'are';
}

/** The form of a value that is of another type than it must be. */
export function typeHint(error: ErrorObject, node: Node, key: string | undefined): string | undefined {
  const schema = schemaOf(error);
  if (error.params['type'] === 'boolean' && /^(yes|no|on|off)$/iu.test(textOf(node) ?? ''))
    return 'YAML 1.2 takes yes, no, on and off for text';
  if (error.params['type'] === 'array') return listHint(node);
  const isText = error.params['type'] === 'string' && schema.enum === undefined;
  return schema['x-advice'] ?? (isText ? textHint(node) : undefined) ?? mappingHint(schema, key) ?? described(schema);
}

function listHint(node: Node): string {
  return node.kind === 'map' ? 'each item of a list begins with “- ”' : 'write [ … ], or each item on a line with “- ”';
}

function textHint(node: Node): string | undefined {
  const [only, ...others] = itemsOf(node);
  const written = scalarText(only !== undefined && others.length === 0 ? only : node);
  if (written === undefined) return undefined;
  return node.kind === 'list' ? `write ${written} without brackets` : `write it in quotes: "${written}"`;
}

/** A scalar as text; undefined when it is empty or no scalar. */
function scalarText(node: Node): string | undefined {
  return node.kind === 'scalar' && node.value !== null ? String(node.value) : undefined;
}

const mostKeys = 3;

function mappingHint(schema: Annotated, key: string | undefined): string | undefined {
  const keys = keysOf(schema);
  const names = requiredOf(schema) ?? Object.keys(keys).slice(0, mostKeys);
  if (names.length === 0 || key === undefined) return undefined;
  const written = names.map((name) => `${name}: ${formOf(keys[name])}`);
  return `${key}: { ${written.join(', ')} }`;
}

function requiredOf({ required, anyOf }: Annotated): readonly string[] | undefined {
  return required ?? anyOf?.map(requiredOf).find((keys) => keys !== undefined);
}

function formOf(schema: Annotated | undefined): string {
  const [only, ...others] = schema?.enum ?? [];
  if (others.length === 0 && (typeof only === 'string' || typeof only === 'boolean')) return String(only);
  return schema?.type === 'array' || schema?.['x-part'] === 'steps' ? '[ … ]' : '…';
}

const mergeHint = 'merge keys are not part of YAML 1.2; an alias can stand for a whole value';
