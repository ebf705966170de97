import fc from 'fast-check';
import { VerificationReport } from '../../../reports/index.ts';

/** As much of JSON Schema as the report's schema uses. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly pattern?: string;
}

/** Texts that break what is careless: markup, controls, directions, wide signs, lone surrogates. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 10 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '</script><b>x</b>',
    '"\' onload=x <!--',
    '\u001b[2J',
    '\u202eabc',
    '静かな川',
    '2026-03-02T10:15:03.120Z',
  ),
);

const number = fc.oneof(fc.integer({ min: -5, max: 1_000_000 }), fc.double({ noNaN: true, noDefaultInfinity: true }));

const unknown = fc.oneof(text, number, fc.bigInt(), fc.jsonValue({ maxDepth: 3 }));

function arbitraryObject(schema: Schema): fc.Arbitrary<unknown> {
  const entries = Object.entries(schema.properties ?? {}).map(([key, part]) => [key, arbitraryOf(part)] as const);
  return fc.record(Object.fromEntries(entries), { requiredKeys: [...(schema.required ?? [])] });
}

function arbitraryDictionary(schema: Schema): fc.Arbitrary<unknown> {
  const [part] = Object.values(schema.patternProperties ?? {});
  return part === undefined ? arbitraryObject(schema) : fc.dictionary(text, arbitraryOf(part), { maxKeys: 3 });
}

function arbitraryList(schema: Schema): fc.Arbitrary<unknown> {
  return fc.array(arbitraryOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 });
}

function arbitraryText(schema: Schema): fc.Arbitrary<unknown> {
  return schema.pattern === undefined ? text : fc.stringMatching(new RegExp(schema.pattern, 'u'));
}

const byType: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  object: arbitraryDictionary,
  array: arbitraryList,
  string: arbitraryText,
  integer: (schema) => fc.integer({ min: schema.minimum ?? -10, max: 1_000_000 }),
  number: () => number,
  boolean: () => fc.boolean(),
};

function arbitraryTyped(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.type === undefined) return unknown;
  const make = byType[schema.type];
  if (make === undefined) throw new Error(`the schema uses a type that this arbitrary does not know: ${schema.type}`);
  return make(schema);
}

/** Anything that the schema allows. */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  return arbitraryTyped(schema);
}

/** Any valid report, made from the schema itself: also of shapes that no run would bring about. */
export const anyReport = arbitraryOf(VerificationReport as unknown as Schema) as fc.Arbitrary<VerificationReport>;
