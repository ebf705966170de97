import { listWords } from '../wording.ts';
import { contractSchema, criterionSchema } from './contract.ts';
import { actorSchema, appSchema, systemSchema } from './system.ts';
import { verbSchemas } from './verbs.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The keys of a mapping with their schemas; of several forms, those of the one that is a mapping. */
export function keysOf(schema: unknown): Readonly<Record<string, Schema>> {
  if (typeof schema !== 'object' || schema === null) return {};
  const { properties, anyOf } = schema as { properties?: Record<string, Schema>; anyOf?: readonly unknown[] };
  if (properties !== undefined) return properties;
  return anyOf?.map(keysOf).find((keys) => Object.keys(keys).length > 0) ?? {};
}

const places: readonly (readonly [string, unknown])[] = [
  ['the contract', contractSchema],
  ['a criterion', criterionSchema],
  ['system.yaml', systemSchema],
  ['an actor', actorSchema],
  ['the application', appSchema],
];

const mostVerbs = 3;

/** Where a key belongs that has no place in this mapping: inside one of its own keys, or somewhere else in the language. */
export function homeHint(key: string, here: unknown): string | undefined {
  const inner = Object.entries(keysOf(here)).find(([, schema]) => Object.hasOwn(keysOf(schema), key));
  if (inner !== undefined) return `it belongs inside ${inner[0]}: { ${key}: … }`;
  if (Object.hasOwn(verbSchemas, key)) return 'it is a step: steps stand in lists, such as [ { verb: … }, … ]';
  const [first, ...others] = places.flatMap(([place, schema]) => (Object.hasOwn(keysOf(schema), key) ? [place] : []));
  if (first !== undefined) return `it is a key of ${listWords([first, ...others], 'or')}`;
  const verbs = Object.entries(verbSchemas).flatMap(([verb, schema]) =>
    Object.hasOwn(keysOf(schema), key) ? [verb] : [],
  );
  if (verbs.length === 0) return undefined;
  return verbs.length > mostVerbs
    ? `it is a key of steps such as ${listWords(verbs.slice(0, mostVerbs), 'and')}`
    : `it is a key of ${listWords(verbs, 'and')}`;
}
