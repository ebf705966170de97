import { invalid } from './errors.js';

interface TextField {
  min: number;
  max: number;
  kind?: 'email';
}

type Form = Readonly<Record<string, TextField>>;
type Values<F extends Form> = { [Name in keyof F]: string };

export const userForm = {
  name: { min: 1, max: 60 },
  email: { min: 1, max: 254, kind: 'email' },
  password: { min: 8, max: 200 },
} satisfies Form;

export const sessionForm = {
  email: { min: 1, max: 254 },
  password: { min: 1, max: 200 },
} satisfies Form;

export const articleForm = {
  title: { min: 1, max: 200 },
  description: { min: 0, max: 300 },
  body: { min: 1, max: 20_000 },
} satisfies Form;

export const commentForm = {
  body: { min: 1, max: 2_000 },
} satisfies Form;

/** Gives exactly the form's fields, each as a text, or throws 422 with a message for each wrong one. */
export function readForm<F extends Form>(form: F, body: unknown): Values<F> {
  const given: Readonly<Record<string, unknown>> = isObject(body) ? body : {};
  const values: Record<string, string> = {};
  const problems: Record<string, string> = {};
  for (const [name, field] of Object.entries(form)) {
    const value = given[name] ?? '';
    const problem = findProblem(field, value);
    if (problem !== undefined) problems[name] = problem;
    else values[name] = value as string;
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return values as Values<F>;
}

function findProblem(field: TextField, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (field.min > 0 && value.trim() === '') return 'must not be empty';
  const length = countCharacters(value);
  if (length < field.min) return `must have at least ${field.min} characters`;
  if (length > field.max) return `must have at most ${field.max} characters`;
  // PostgreSQL cannot store it.
  if (value.includes('\0')) return 'must not have a NUL character';
  if (field.kind === 'email' && !EMAIL.test(value)) return 'must be an email address';
  return undefined;
}

/** No part of it can match in two ways, so a hostile text takes no longer than another. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** An emoji is one character, as it is for PostgreSQL's char_length. */
function countCharacters(text: string): number {
  return Array.from(text).length;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
