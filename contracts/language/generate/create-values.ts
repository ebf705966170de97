import { faker } from '@faker-js/faker/locale/en';
import randexp from 'randexp';
import { wordsOfError } from '../wording.ts';
import { evaluate, textOfValue } from '../bind/evaluate.ts';
import { scopeOf, type Scope } from '../bind/scope.ts';
import type { NamedValue, ValueSource } from '../plan.ts';
import type { Value, ValueMap } from '../value.ts';
import { valueOf } from './json-value.ts';
import { isFakeMethod } from './methods.ts';
import { seedsFor } from './random.ts';
import type { UsedValues } from './used-values.ts';

/** What values are made from. The same seed, key and `now` make the same values. */
export interface ValueContext {
  /** The run's seed. */
  readonly seed: number;
  /** For whom: `favorites/AC-01`, `favorites/AC-01/reader`. */
  readonly key: string;
  /** What the values may refer to, beside each other. */
  readonly scope: Scope;
  /** What the run has generated already. */
  readonly used: UsedValues;
  /** What dates of generators are relative to: the run's start. */
  readonly now: Date;
  /** The values of the secrets that are set, by name. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** The values by name, or the first that could not be made, and why; `secret` when it is that this one is not set. */
export type CreatedValues =
  | { readonly ok: true; readonly values: ValueMap }
  | { readonly ok: false; readonly name: string; readonly why: string; readonly secret?: string };

type Made =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly why: string; readonly secret?: string };

// Its types describe `exports.default`, which its last line replaces by the class itself.
const RandExp = randexp as unknown as typeof randexp.default;

const mostAttempts = 100;
const longestRepetition = 20;
/** Of a value, as text: what is longer is no value that anybody types. */
const longestText = 1_000_000;

/** Makes a `let`'s values in their order; generated ones are never the same twice in one run. */
export function createValues(named: readonly NamedValue[], context: ValueContext): CreatedValues {
  const entries: [string, Value][] = [];
  for (const { name, from } of named) {
    const scope = scopeOf(Object.fromEntries(entries), context.scope);
    const made = make(from, name, { ...context, scope });
    if (!made.ok) return { ...made, name };
    // Those that are made of it may each be twice as long.
    if (textOfValue(made.value).length > longestText)
      return { ok: false, name, why: `it is longer than ${String(longestText)} characters` };
    entries.push([name, made.value]);
  }
  return { ok: true, values: Object.fromEntries(entries) };
}

function make(source: ValueSource, name: string, context: ValueContext): Made {
  switch (source.kind) {
    case 'expression': {
      const evaluated = evaluate(source.expression, context.scope);
      return evaluated.ok ? evaluated : { ok: false, why: missing(evaluated.missing) };
    }
    case 'fake': {
      const options = source.options === undefined ? undefined : evaluate(source.options, context.scope);
      if (options?.ok === false) return { ok: false, why: missing(options.missing) };
      return makeUnused(() => fake(source.method, options?.value), `the generator ${source.method}`, { name, context });
    }
    case 'pattern':
      return makeUnused(() => matching(source.pattern), `the pattern ${source.pattern}`, { name, context });
    case 'secret':
      return secretValue(source.secret, context);
  }
}

function secretValue(secret: string, { secrets }: ValueContext): Made {
  const value = Object.hasOwn(secrets, secret) ? secrets[secret] : undefined;
  if (value === undefined) return { ok: false, why: `the environment variable ${secret} is not set`, secret };
  return { ok: true, value };
}

function missing(names: readonly string[]): string {
  return `there is no value for ${names.map((name) => `{{${name}}}`).join(', ')}`;
}

// The generator is shared by the process, but seeded before each value, and never left between.
function makeUnused(
  generate: () => Made,
  what: string,
  { name, context }: { name: string; context: ValueContext },
): Made {
  faker.seed(seedsFor(context.seed, context.key, name));
  faker.setDefaultRefDate(context.now);
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const made = generate();
    if (!made.ok || context.used.add(made.value)) return made;
  }
  return {
    ok: false,
    why: `${what} has no value left that this run did not have: ${String(mostAttempts)} attempts brought known ones`,
  };
}

type Generator = (options?: unknown) => unknown;

function fake(method: string, options: Value | undefined): Made {
  const [module = '', name = ''] = method.split('.');
  const generator = isFakeMethod(method)
    ? (faker as unknown as Record<string, Record<string, Generator>>)[module]?.[name]
    : undefined;
  if (generator === undefined) return { ok: false, why: `there is no generator ${method}` };
  // What it says about its options, which come from the contract, is for the contract's author.
  return attempt(`the generator ${method} refuses`, () => {
    const value = valueOf(options === undefined ? generator() : generator(options));
    return value === undefined
      ? { ok: false, why: `the generator ${method} makes no value of JSON` }
      : { ok: true, value };
  });
}

function matching(pattern: string): Made {
  const why = `no text can be made from the pattern ${pattern}: use character classes, groups and repetitions only`;
  return attempt(why, () => {
    const generator = new RandExp(pattern);
    generator.max = longestRepetition;
    generator.randInt = (from, to) => faker.number.int({ min: from, max: to });
    const value = generator.gen();
    // It knows less syntax than JavaScript does (look-around, \p{…}).
    return new RegExp(`^(?:${pattern})$`, 'u').test(value) ? { ok: true, value } : { ok: false, why };
  });
}

function attempt(what: string, generate: () => Made): Made {
  try {
    return generate();
  } catch (error) {
    return { ok: false, why: `${what}: ${wordsOfError(error)}` };
  }
}
