import Type, { type TOptional, type TSchema } from 'typebox';

/**
 * The schemas carry annotations beside JSON Schema's own keywords:
 * `x-expects`: what is expected, in words, for the message when `pattern` or `anyOf` fails;
 * `x-hints`: what to do instead of a key that does not stand here;
 * `x-advice`: what to do when the value is not what is expected;
 * `x-definition`: is published once under this name, and referred to;
 * `x-part`: stands for a part that the compiler checks itself (`matcher`, `steps`, …). Editors get its schema instead (publish.ts).
 */
export const annotations = ['x-expects', 'x-hints', 'x-advice', 'x-definition', 'x-part'] as const;

const closed = { additionalProperties: false } as const;

type Properties = Record<string, TSchema>;

/** A mapping with just these keys. */
export function mapping(
  description: string,
  properties: Properties,
  hints?: Readonly<Record<string, string>>,
): TSchema {
  return Type.Object(properties, { ...closed, description, ...(hints === undefined ? {} : { 'x-hints': hints }) });
}

/** Published once, under a name. */
export function named(name: string, schema: TSchema): TSchema {
  return { ...schema, 'x-definition': name };
}

/** A key that may be left out. */
export function optional(schema: TSchema): TOptional {
  return Type.Optional(schema);
}

/** Text of at least one character. */
export function text(description: string): TSchema {
  return Type.String({ description, minLength: 1 });
}

/** Text of a certain form. */
export function pattern(description: string, expression: string, expects: string): TSchema {
  return Type.String({ description, pattern: expression, 'x-expects': expects });
}

/** One of these words. */
export function oneOf(description: string, words: readonly string[]): TSchema {
  return { ...Type.Enum([...words]), type: 'string', description };
}

export function yesNo(description: string): TSchema {
  return Type.Boolean({ description });
}

export function listOf(description: string, item: TSchema, minItems = 0): TSchema {
  return Type.Array(item, { description, ...(minItems > 0 ? { minItems } : {}) });
}

/** A mapping of any names to values of one kind. */
export function namesTo(description: string, value: TSchema): TSchema {
  return { type: 'object', description, additionalProperties: value };
}

/** One of several forms, which differ in their type. */
export function either(description: string, forms: readonly TSchema[], expects: string): TSchema {
  return Type.Union([...forms], { description, 'x-expects': expects });
}

/** Any value. */
export function data(description: string): TSchema {
  return { description };
}

/** A part that the compiler checks itself. */
export type PartName = 'matcher' | 'status' | 'textMatch' | 'steps' | 'step' | 'let' | 'change';

export function part(name: PartName, description: string): TSchema {
  return { description, 'x-part': name };
}

/** 5s, 200ms, 1m. Longer ones than these digits can say are more than a timer can wait. */
export function duration(description: string): TSchema {
  const expression = '^(\\d{1,9}(\\.\\d+)?ms|\\d{1,6}(\\.\\d+)?s|\\d{1,4}(\\.\\d+)?m)$';
  return {
    ...pattern(description, expression, 'a duration such as 5s, 200ms or 1m'),
    'x-advice': 'a number and ms, s or m, without a blank between them; at most 9999m',
  };
}

/** JSON Pointer (RFC 6901). */
export function pointer(description: string): TSchema {
  return pattern(description, '^(/([^~/]|~[01])*)*$', 'a JSON Pointer such as /article/slug');
}

/** A name that references can use. */
export const namePattern = '^[\\p{L}_][\\p{L}\\p{N}_-]*$';

/** What JSON Schema calls a scalar, for environment variables and the like. */
export function scalar(description: string): TSchema {
  return { type: ['string', 'number', 'boolean'], description };
}
