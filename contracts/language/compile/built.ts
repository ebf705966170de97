import type { Expression } from '../expression.ts';
import type { Matcher } from '../matcher.ts';
import type { PlanStep } from '../plan.ts';
import type { BrowserLook } from '../probe.ts';
import type { Node } from '../yaml/node.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { nameHint, quote } from '../wording.ts';
import { entry, field, textOf } from '../yaml/node.ts';

/** What a verb's parameters compile to; the rest of a step is the same for all verbs. */
export interface BuiltStep extends Pick<PlanStep, 'probe' | 'kind' | 'stated'> {
  /** Without the actor when it stands first: `sees button “Favorite” (pressed)`. */
  readonly words: string;
  readonly expectation: Matcher<Expression>;
  /** Over the same observation: ends the wait. */
  readonly failIf?: Matcher<Expression>;
  /** What ends it, where that is said better than by the matcher. */
  readonly failIfWords?: string;
  /** How long to wait when the step does not say. */
  readonly standardWithinMs?: number;
}

/** Compiles the parameters of one verb; undefined when they are not usable, which was said. */
export type VerbCompiler = (step: WrittenStep, context: StepContext) => BuiltStep | undefined;

export type Compiled = Matcher<Expression>;

/** A literal's matcher. */
export function equal(value: string | number | null): Compiled {
  return { is: 'equal', value: { kind: 'literal', value } };
}

export function atLeast(bound: number): Compiled {
  return { is: 'gte', bound: { kind: 'literal', value: bound } };
}

/** An object that has at least these entries. */
export function having(entries: Readonly<Record<string, Compiled>>): Compiled {
  return { is: 'object', entries, exactly: false };
}

/** A look in the browser, whose expectation the author stated. */
export function look(probe: BrowserLook<Expression>, expectation: Compiled, words: string): BuiltStep {
  return { probe, kind: 'look', stated: true, expectation, words: `${probe.actor} ${words}` };
}

/** What every act in the browser and on services, and every fault, must come to. */
export const done: Compiled = having({ outcome: equal('done') });

/** What a statement must not come to when nothing else is expected of it. */
export const notRefused: Compiled = having({ failed: { is: 'absent' } });

/** Who takes the step: its own `as`, else the criterion's. */
export function actorOf(step: WrittenStep, context: StepContext): string | undefined {
  const own = entry(step.parameters, 'as');
  const name = own === undefined ? context.actor : textOf(own.value);
  if (name === undefined) {
    context.problems.error({
      code: 'no-actor',
      message: `who does this? ${step.verb} needs “as”`,
      span: step.verbSpan,
      hint: 'say as: … in the step, or once for the whole criterion',
    });
    return undefined;
  }
  return knownActor(name, own?.value, context);
}

function knownActor(name: string, node: Node | undefined, context: StepContext): string | undefined {
  if (name === 'guest' || context.system.actors.has(name) || !context.system.known) {
    context.names.involve(name);
    return name;
  }
  // The criterion's own `as` is checked where it stands.
  if (node === undefined) return name;
  context.problems.error({
    code: 'unknown-actor',
    message: `there is no actor ${quote(name)}`,
    span: node.span,
    hint: nameHint(name, [...context.system.actors.keys(), 'guest']),
  });
  return undefined;
}

/** The parameter of that name. */
export function parameter(step: WrittenStep, key: string): Node | undefined {
  return field(step.parameters, key);
}
