import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { Check } from 'typebox/value';
import { VerificationReport } from './verification.ts';

/** More would bury the first, and the first is mostly the cause of the rest. */
const MOST_PROBLEMS = 50;

/** Compiled when something is to be said of an invalid report: that takes a hundred times longer than to check a valid one. */
let compiled: ValidateFunction | undefined;

function validator(): ValidateFunction {
  compiled ??= new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(VerificationReport);
  return compiled;
}

function problemText(error: ErrorObject): string {
  const place = error.instancePath === '' ? '/' : error.instancePath;
  const detail = Object.entries(error.params)
    .filter(([name]) => name === 'additionalProperty' || name === 'allowedValues' || name === 'allowedValue')
    .map(([, value]) => ` (${JSON.stringify(value)})`);
  return `${place}: ${error.message ?? error.keyword}${detail.join('')}`;
}

/**
 * Compares a value (as `JSON.parse` gives it) with the schema of verification reports.
 *
 * Returns one line per problem, `JSON Pointer: what is wrong`; an empty list means that it is valid.
 */
export function validateReport(value: unknown): string[] {
  if (Check(VerificationReport, value)) return [];
  const validate = validator();
  if (validate(value)) return [];
  return [...new Set((validate.errors ?? []).map(problemText))].slice(0, MOST_PROBLEMS);
}
