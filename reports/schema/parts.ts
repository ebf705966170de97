import Type from 'typebox';
import type { Static, TAddOptional, TEnum, TSchema, TUnsafe } from 'typebox';

/** No key that the schema does not name. */
export const closed = { additionalProperties: false } as const;

/** A key that may be missing. */
export const optional = <T extends TSchema>(type: T): TAddOptional<T> => Type.Optional(type);

/** One of these texts. */
export const literals = <const T extends string[]>(...values: [...T]): TEnum<[...T]> => Type.Enum(values);

/** A list that can't be empty, in the schema and in the type. */
export const nonEmpty = <T extends TSchema>(item: T): TUnsafe<[Static<T>, ...Static<T>[]]> =>
  Type.Unsafe<[Static<T>, ...Static<T>[]]>(Type.Array(item, { minItems: 1 }));

type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;

/** The type that belongs to a schema, deeply read-only. */
export type Frozen<T extends TSchema> = ReadonlyDeep<Static<T>>;
