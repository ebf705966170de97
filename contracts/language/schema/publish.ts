import type { TSchema } from 'typebox';
import { matcherNames } from '../compile/matcher.ts';
import { contractSchema } from './contract.ts';
import { annotations } from './parts.ts';
import { heldOutSchema } from './held-out.ts';
import { appSchema, containerServiceSchema, postgresServiceSchema, systemSchema } from './system.ts';
import { verbSchemas } from './verbs.ts';
import { vocabularySchema } from './vocabulary.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = Readonly<Record<string, Json>>;

/** A published schema: the file's name in schemas/, and its content. */
export interface PublishedSchema {
  readonly file: string;
  readonly schema: JsonObject;
}

/** The schemas for editors: the compiler's own, with a schema in the place of every part that the compiler checks itself. */
export function publishedSchemas(): readonly PublishedSchema[] {
  const system = { ...systemSchema, properties: { ...properties(systemSchema), services: servicesSchema() } };
  return [
    publish('contract', 'Assay contract', contractSchema),
    publish('system', 'Assay system', system),
    publish('vocabulary', 'Assay vocabulary', vocabularySchema),
    publish('heldout', 'Assay held-out rows and criteria', heldOutSchema),
  ];
}

function publish(name: string, title: string, schema: TSchema): PublishedSchema {
  const found = new Map<string, Json>();
  const content = publicForm(schema as unknown as Json, found) as JsonObject;
  const fixed = definitions(found);
  return {
    file: `${name}.schema.json`,
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:assay:schema:${name}`,
      title,
      ...content,
      $defs: { ...fixed, ...(parameterised(Object.fromEntries(found)) as JsonObject) },
    },
  };
}

function properties(schema: TSchema): object {
  return (schema as { properties?: object }).properties ?? {};
}

function servicesSchema(): Json {
  const forms = [postgresServiceSchema, containerServiceSchema, appSchema].map((schema) => schema as unknown as Json);
  return {
    type: 'object',
    description: 'Databases, other services and the application, by name.',
    additionalProperties: { anyOf: forms },
  };
}

function definitions(found: Map<string, Json>): JsonObject {
  const verbs = Object.entries(verbSchemas).map(([verb, schema]): [string, Json] => [
    verb,
    parameterised(publicForm(withNothing(schema, verb), found)),
  ]);
  return {
    steps: { type: 'array', items: { $ref: '#/$defs/step' } },
    step: {
      description: 'The name of a step, with its parameters, or one verb.',
      anyOf: [
        { type: 'string' },
        { type: 'object', properties: Object.fromEntries(verbs), minProperties: 1, maxProperties: 1 },
      ],
    },
    matcher: {
      description: 'A value that must be equal, a mapping that matches as a subset, a list, or matchers.',
      properties: Object.fromEntries(
        matcherNames.map((name): [string, Json] => [name, { description: matcherHelp[name] ?? '' }]),
      ),
    },
    status: { description: 'A status such as 201, a class such as 2xx, or a matcher.', $ref: '#/$defs/matcher' },
    textMatch: {
      anyOf: [
        { type: ['string', 'number', 'boolean'] },
        {
          type: 'object',
          properties: { $contains: {}, $matches: {} },
          additionalProperties: false,
          minProperties: 1,
          maxProperties: 1,
        },
      ],
    },
    let: {
      description: 'A value, { fake: internet.email, with: { … } }, { pattern: "[a-z]{8}" } or { secret: NAME }.',
      properties: {
        fake: { description: 'A generator of @faker-js/faker.' },
        with: { description: 'Its options.' },
        pattern: { description: 'A regular expression; a text that matches it is made.' },
        secret: { description: 'An environment variable whose value is shown nowhere.' },
      },
    },
    change: {
      description: '{ inserted: 1 }, or the rows themselves in a list.',
      properties: { inserted: {}, updated: {}, deleted: {} },
    },
  };
}

const withoutParameters: readonly string[] = ['browser.reload', 'browser.back', 'browser.fresh'];

// `- browser.reload:` has no parameters to say.
function withNothing(schema: TSchema, verb: string): Json {
  const json = schema as unknown as JsonObject;
  return withoutParameters.includes(verb) ? { ...json, type: ['object', 'null'] } : json;
}

const matcherHelp: Readonly<Record<string, string>> = {
  $exactly: 'The same, and objects inside have no other keys.',
  $contains: 'A part of a text, or items of a list.',
  $unordered: 'These items, in any order.',
  $each: 'Every item matches.',
  $oneOf: 'One of these.',
  $not: 'Anything else.',
  $matches: 'A JavaScript regular expression (flag u).',
  $type: 'null, boolean, number, integer, string, array or object.',
  $gte: 'At least.',
  $lte: 'At most.',
  $length: 'Length of a list or text.',
  $absent: 'true: nothing is there at all.',
  $schema: 'A JSON Schema (draft 2020-12).',
  $literal: 'Exactly this, also when its keys begin with $.',
};

/** A reference in the place of each part and definition, which are collected, and none of the compiler's annotations. */
function publicForm(schema: Json, definitions: Map<string, Json>): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => publicForm(item, definitions));
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([key]) => !annotations.some((annotation) => annotation === key));
  const plain = Object.fromEntries(entries.map(([key, value]) => [key, publicForm(value, definitions)]));
  const { 'x-part': part, 'x-definition': definition } = schema;
  if (typeof part === 'string') return { ...plain, $ref: `#/$defs/${part}` };
  if (typeof definition !== 'string') return plain;
  definitions.set(definition, plain);
  return { $ref: `#/$defs/${definition}` };
}

// Inside named steps a parameter may stand for a whole value: `as: "{{who}}"`.
function parameterised(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(parameterised);
  if (!isObject(schema)) return schema;
  const isLeaf =
    schema['enum'] !== undefined ||
    schema['pattern'] !== undefined ||
    schema['type'] === 'boolean' ||
    schema['type'] === 'integer';
  if (!isLeaf) return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, parameterised(value)]));
  const { description, ...rest } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: [rest, { type: 'string', pattern: '^\\{\\{.*\\}\\}$' }],
  };
}

function isObject(schema: Json): schema is JsonObject {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema);
}
