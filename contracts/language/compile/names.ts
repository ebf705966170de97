import type { Position } from '../position.ts';
import { nameHint, nearestName, quote } from '../wording.ts';
import type { Span } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import type { WrittenReference } from './template.ts';

/** What a first name in a reference can stand for. */
export type NameKind = 'value' | 'save' | 'actor' | 'service' | 'run' | 'secret';

/** The first name of a reference to a secret, in environments and addresses of system.yaml. */
export const secretName = 'secret';

/** What an environment variable can be called. */
export const variablePattern = /^[A-Za-z_][A-Za-z0-9_]*$/u;

export interface KnownName {
  readonly kind: NameKind;
  readonly at?: Position;
  /** The names it has, when they are fixed: an actor's values, a service's address. Undefined when they are data. */
  readonly fields?: readonly string[];
  used: boolean;
}

/** The names in force at one place, with their use. Inner names hide outer ones. */
export class Names {
  readonly #own = new Map<string, KnownName>();
  readonly #outer: Names | undefined;
  readonly #self: string | undefined;
  readonly #unresolved: { readonly reference: WrittenReference; readonly problems: Problems }[] = [];
  readonly #actors = new Set<string>();
  readonly #referenced = new Set<string>();
  readonly #secrets = new Map<string, Position>();
  #acceptsAll = false;

  /** `self` is the actor in whose own steps these names stand. */
  constructor(outer?: Names, self?: string) {
    this.#outer = outer;
    this.#self = self;
  }

  /** Adds a name. */
  define(name: string, known: Omit<KnownName, 'used'>): KnownName {
    const added = { ...known, used: false };
    this.#own.set(name, added);
    return added;
  }

  /** What the name stands for here. */
  find(name: string): KnownName | undefined {
    return this.#own.get(name) ?? this.#outer?.find(name);
  }

  /** The name, if it is defined at this very level. */
  findOwn(name: string): KnownName | undefined {
    return this.#own.get(name);
  }

  own(): ReadonlyMap<string, KnownName> {
    return this.#own;
  }

  all(): string[] {
    return [...this.#own.keys(), ...(this.#outer?.all() ?? [])];
  }

  /** Notes that an actor takes part here. */
  involve(actor: string): void {
    if (actor !== 'guest') this.#actors.add(actor);
  }

  /** Who takes part: by `as`, or by a reference. */
  involved(): ReadonlySet<string> {
    return this.#actors;
  }

  /** Notes that a secret is asked for here. */
  noteSecret(name: string, at: Position): void {
    if (this.#outer !== undefined) this.#outer.noteSecret(name, at);
    else if (!this.#secrets.has(name)) this.#secrets.set(name, at);
  }

  /** All secrets, with where each is asked for first. */
  secrets(): ReadonlyMap<string, Position> {
    return this.#outer?.secrets() ?? this.#secrets;
  }

  /** The first names of the references that were resolved here. */
  referenced(): ReadonlySet<string> {
    return this.#referenced;
  }

  /** Resolves a reference; what is not known yet is reported by `reportUnresolved`. */
  use(reference: WrittenReference, problems: Problems): void {
    const [name = '', ...fields] = reference.path;
    const known = this.find(name);
    if (known === undefined) {
      this.#unresolved.push({ reference, problems });
      return;
    }
    known.used = true;
    this.#referenced.add(name);
    if (known.kind === 'actor') {
      this.involve(name);
      if (name === this.#self) reportOwnName(name, reference, problems);
    }
    if (known.kind === 'secret') this.#useSecret(reference, problems);
    if (known.fields !== undefined) checkField({ ...reference, name, fields, known: known.fields }, problems);
  }

  #useSecret({ path, span }: WrittenReference, problems: Problems): void {
    const [, secret = '', ...more] = path;
    if (more.length === 0 && variablePattern.test(secret)) this.noteSecret(secret, span.at);
    else
      problems.error({ code: 'incomplete-reference', message: 'this names no secret', span, hint: '{{secret.NAME}}' });
  }

  /** Every reference may be right from here on: system.yaml could not be read. */
  acceptAll(): void {
    this.#acceptsAll = true;
  }

  #isOpen(): boolean {
    return this.#acceptsAll || (this.#outer !== undefined && this.#outer.#isOpen());
  }

  /** Says which references found nothing, or found it too late. Call when all names of this level are there. */
  reportUnresolved(): void {
    for (const { reference, problems } of this.#unresolved) {
      const [name = ''] = reference.path;
      const later = this.find(name);
      if (later === undefined && this.#isOpen()) continue;
      if (later === undefined) {
        problems.error({
          code: 'unknown-reference',
          message: `there is no value ${quote(name)}`,
          span: reference.span,
          hint: unknownHint(reference.path, this.all(), problems),
        });
      } else {
        later.used = true;
        const made = later.kind === 'value' ? 'made' : 'saved';
        problems.error({
          code: 'use-before-save',
          message: `${quote(name)} is used before it is ${made}`,
          span: reference.span,
          related: later.at === undefined ? [] : [{ message: `${made} here`, at: later.at }],
          hint:
            later.kind === 'value' ? 'a row can use what its contract defines, not what its criterion does' : undefined,
        });
      }
    }
    this.#unresolved.length = 0;
  }
}

function reportOwnName(name: string, { path, span }: WrittenReference, problems: Problems): void {
  const message = `${quote(name)} is not there yet in its own steps`;
  problems.error({ code: 'own-name', message, span, hint: `write {{${path.slice(1).join('.')}}}` });
}

function unknownHint(
  [name = '', field]: readonly string[],
  known: readonly string[],
  problems: Problems,
): string | undefined {
  if (name === 'secret' && field !== undefined) return `in “let”: { ${field.toLowerCase()}: { secret: ${field} } }`;
  return problems.isNested ? parameterHint(name, known) : nameHint(name, new Set(known));
}

function parameterHint(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined
    ? `a named step gets it as a parameter: { ${name}: … }`
    : `did you mean ${quote(nearest)}?`;
}

interface FieldUse {
  readonly name: string;
  readonly fields: readonly string[];
  readonly known: readonly string[];
  readonly span: Span;
}

function checkField({ name, fields, known, span }: FieldUse, problems: Problems): void {
  const [field] = fields;
  if (field === undefined) {
    problems.error({
      code: 'incomplete-reference',
      message: `${quote(name)} alone is no value`,
      span,
      hint: known.length === 0 ? undefined : `refer to one of ${known.map((one) => `${name}.${one}`).join(', ')}`,
    });
  } else if (!known.includes(field)) {
    problems.error({
      code: 'unknown-reference',
      message: `${quote(name)} has no value ${quote(field)}`,
      span,
      hint: nameHint(field, known),
    });
  }
}
