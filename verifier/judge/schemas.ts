import { Ajv2020, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { resolvePointer, stringifyJson, wordsOfError, type Value } from '../../contracts/language/index.ts';
import type { Mismatch } from '../../reports/index.ts';
import { toPlain } from './doubles.ts';
import { JudgeError } from './judge-error.ts';
import { describeValue } from './words.ts';

// The types of this CommonJS package put its function under `default`.
const addFormats = addFormatsModule.default;

/** One violation of a schema; `path` is relative to the value that was checked. */
export interface SchemaFinding {
  readonly path: string;
  readonly mismatch: Omit<Mismatch, 'path'>;
}

/**
 * How a value violates a JSON Schema (draft 2020-12, with formats).
 *
 * @throws JudgeError when the schema is invalid or knows a keyword or format that does not exist (a misspelt one would let
 *   everything through), or when the answer depends on digits that a double does not hold
 */
export function schemaFindings(schema: Value, actual: Value): SchemaFinding[] {
  const validate = compileSchema(schema);
  const [low, high] = [toPlain(actual, 'down'), toPlain(actual, 'up')];
  const findings = errorsOf(validate, low.plain).map((error) => toFinding(error, actual));
  if (low.exact) return findings;
  if (
    /"(multipleOf|uniqueItems)"/u.test(stringifyJson(schema)) ||
    (errorsOf(validate, high.plain).length === 0) !== (findings.length === 0)
  ) {
    throw new JudgeError(
      'the value has a number with more digits than JSON Schema can compare here; use $gte, $lte or a literal',
    );
  }
  return findings;
}

function errorsOf(validate: ValidateFunction, plain: unknown): readonly ErrorObject[] {
  return validate(plain) ? [] : (validate.errors ?? []);
}

function toFinding(error: ErrorObject, actual: Value): SchemaFinding {
  const found = resolvePointer(actual, error.instancePath);
  const demand = error.message ?? error.keyword;
  return {
    path: error.instancePath,
    mismatch: {
      message: `the schema says it ${demand}${detail(error)}, found ${describeValue(found)}`,
      expected: `it ${demand}${detail(error)} (${error.schemaPath})`,
      ...(found === undefined ? {} : { actual: found }),
    },
  };
}

function detail({ params }: ErrorObject): string {
  const shown: unknown = params['allowedValues'] ?? params['allowedValue'] ?? params['additionalProperty'];
  return shown === undefined ? '' : ` (${JSON.stringify(shown)})`;
}

const compiled = new Map<string, ValidateFunction>();
const SCHEMAS_KEPT = 200;

function compileSchema(schema: Value): ValidateFunction {
  const text = stringifyJson(schema);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const validate = compileNew(schema);
  if (compiled.size >= SCHEMAS_KEPT) compiled.clear();
  compiled.set(text, validate);
  return validate;
}

function compileNew(schema: Value): ValidateFunction {
  const { plain, exact } = toPlain(schema, 'down');
  if (!exact)
    throw new JudgeError('the JSON Schema has a number with more digits than it can compare; use $gte or $lte');
  // One instance for each schema: two schemas may have the same $id.
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    ownProperties: true,
    logger: false,
  });
  addFormats(ajv);
  try {
    return ajv.compile(plain as AnySchema);
  } catch (error) {
    throw new JudgeError(`the JSON Schema is invalid: ${wordsOfError(error)}`);
  }
}
