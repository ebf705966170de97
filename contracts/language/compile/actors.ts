import type { ActorPlan, Place, PlanStep, Section, SessionPlan } from '../plan.ts';
import { nameHint, quote } from '../wording.ts';
import {
  booleanOf,
  entriesOf,
  entry,
  field,
  isNull,
  itemsOf,
  textOf,
  type Entry,
  type MapNode,
  type Node,
} from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import type { SystemNames } from './context.ts';
import { compileExpression, type ExpressionContext } from './expression.ts';
import { Names } from './names.ts';
import { compilePlace } from './place.ts';
import { compileStep } from './step.ts';
import { compileActorLet } from './values.ts';
import { expandSteps, Vocabulary } from './vocabulary.ts';

export interface ActorContext {
  readonly problems: Problems;
  readonly system: SystemNames;
  /** Services, the run, and all actors. */
  readonly names: Names;
  /** Where everybody is who does not say otherwise. */
  readonly place: Place;
}

/** Puts `like` into effect: an actor has everything of the other that it does not say itself. */
export function mergeActors(actors: Node | undefined, problems: Problems): Map<string, Node> {
  const written = new Map(entriesOf(actors).map((actor) => [actor.key, actor]));
  const merged = new Map<string, Node>();
  const circular = new Set<string>();
  for (const actor of written.values())
    merged.set(actor.key, mergeActor(actor, { written, problems, path: [], circular }));
  return merged;
}

interface Merging {
  readonly written: ReadonlyMap<string, Entry>;
  readonly problems: Problems;
  readonly path: readonly string[];
  /** Who is in a cycle that was reported. */
  readonly circular: Set<string>;
}

function mergeActor(actor: Entry, merging: Merging): Node {
  const like = field(actor.value, 'like');
  const name = textOf(like);
  if (like === undefined || name === undefined) return actor.value;
  const template = merging.written.get(name);
  const path = [...merging.path, actor.key];
  if (template === undefined) {
    merging.problems.error({
      code: 'unknown-actor',
      message: `there is no actor ${quote(name)}`,
      span: like.span,
      hint: nameHint(name, merging.written.keys()),
    });
    return actor.value;
  }
  if (path.includes(name)) {
    const cycle = [...path.slice(path.indexOf(name)), name].map(quote).join(' → ');
    if (!merging.circular.has(name)) {
      merging.problems.error({ code: 'circular-actor', message: `an actor is like itself: ${cycle}`, span: like.span });
    }
    for (const member of path) merging.circular.add(member);
    return actor.value;
  }
  return mergeMaps(mergeActor(template, { ...merging, path }), actor.value, ['let', 'session', 'api', 'browser']);
}

// `let` and `session` are merged by name; everything else is taken or replaced as a whole.
function mergeMaps(base: Node, own: Node, deep: readonly string[]): Node {
  if (base.kind !== 'map' || own.kind !== 'map') return own;
  const entries = new Map(base.entries.map((inherited) => [inherited.key, inherited]));
  for (const mine of own.entries) {
    const inherited = entries.get(mine.key);
    const merge = inherited !== undefined && deep.includes(mine.key);
    entries.set(mine.key, merge ? { ...mine, value: mergeMaps(inherited.value, mine.value, deep) } : mine);
  }
  return { ...own, entries: [...entries.values()] };
}

/** The names that others may use of an actor: its `let`, and what its steps save. */
export function actorFields(actor: Node): string[] {
  const steps = [...itemsOf(field(actor, 'create')), ...itemsOf(field(actor, 'signIn'))];
  const saved = steps.flatMap((step) => entriesOf(step).flatMap(({ value }) => entriesOf(field(value, 'save'))));
  return [...new Set([...entriesOf(field(actor, 'let')), ...saved].map(({ key }) => key))];
}

/** The actors whose session signs in by browser steps: these leave a page open. */
export function openingActors(merged: ReadonlyMap<string, Node>): ReadonlySet<string> {
  const opens = ([, actor]: [string, Node]): boolean =>
    itemsOf(field(field(field(actor, 'session'), 'browser'), 'signIn')).length > 0;
  return new Set([...merged].filter(opens).map(([name]) => name));
}

/** Compiles the actors, as far as they go; cycles among them are errors. */
export function compileActors(
  actors: Node | undefined,
  merged: ReadonlyMap<string, Node>,
  context: ActorContext,
): Record<string, ActorPlan> {
  const plans = entriesOf(actors).map(({ key, keySpan }): [string, ActorPlan] => {
    if (key === 'guest')
      context.problems.error({ code: 'name-taken', message: '“guest” is built in: nobody', span: keySpan });
    return [key, compileActor(key, merged.get(key) ?? emptyMap(keySpan), context)];
  });
  reportCycles(new Map(plans), entriesOf(actors), context.problems);
  return Object.fromEntries(plans);
}

function emptyMap(span: Entry['keySpan']): MapNode {
  return { kind: 'map', entries: [], span };
}

function compileActor(name: string, node: Node, context: ActorContext): ActorPlan {
  const { problems, system } = context;
  // Its own names hide those of the system: in its own steps `{{email}}` is enough.
  const names = new Names(context.names, name);
  const values = compileActorLet(field(node, 'let'), { names, problems });
  const steps = (key: string, list: Node | undefined, section: Section): PlanStep[] => {
    const { steps: written } = expandSteps(isNull(list) ? undefined : list, new Vocabulary(undefined), problems);
    return written.flatMap(
      (step, index) =>
        compileStep(
          step,
          { names, problems, system, section, actor: name, inSession: key === 'session' },
          `${name}.${key}.${String(index + 1)}`,
        ) ?? [],
    );
  };
  const create = steps('create', field(node, 'create'), 'create');
  const signIn = steps('signIn', field(node, 'signIn'), 'signIn');
  const session = compileSession(field(node, 'session'), { names, problems }, (list) =>
    steps('session', list, 'signIn'),
  );
  names.reportUnresolved();
  const dependsOn = [...names.involved()].filter((other) => other !== name);
  return { name, values, create, signIn, session, dependsOn, place: compilePlace(node, context.place, problems) };
}

function compileSession(
  node: Node | undefined,
  context: ExpressionContext,
  steps: (list: Node | undefined) => PlanStep[],
): SessionPlan {
  const api = field(node, 'api');
  const browser = field(node, 'browser');
  const expressions = (entries: readonly Entry[]) =>
    Object.fromEntries(entries.map(({ key, value }) => [key, compileExpression(value, context)]));
  return {
    api: {
      cookies: booleanOf(field(api, 'cookies')) ?? false,
      headers: expressions(entriesOf(field(api, 'header'))),
    },
    browser: {
      cookies: booleanOf(field(browser, 'cookies')) ?? false,
      localStorage: expressions(entriesOf(field(browser, 'localStorage'))),
      signIn: steps(entry(browser, 'signIn')?.value),
    },
  };
}

function reportCycles(plans: ReadonlyMap<string, ActorPlan>, entries: readonly Entry[], problems: Problems): void {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) {
      const cycle = [...path.slice(path.indexOf(name)), name].map(quote).join(' → ');
      const span = entries.find(({ key }) => key === name)?.keySpan;
      if (span !== undefined)
        problems.error({ code: 'circular-actor', message: `actors need each other to be made: ${cycle}`, span });
      return;
    }
    if (done.has(name)) return;
    for (const other of plans.get(name)?.dependsOn ?? []) visit(other, [...path, name]);
    done.add(name);
  };
  for (const name of plans.keys()) visit(name, []);
}

/** Puts actors, and those that they depend on, into the order of their making. */
export function makingOrder(actors: ReadonlySet<string>, plans: Readonly<Record<string, ActorPlan>>): string[] {
  const ordered = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (open.has(name) || !Object.hasOwn(plans, name)) return;
    open.add(name);
    for (const other of plans[name]?.dependsOn ?? []) visit(other);
    ordered.add(name);
  };
  for (const name of actors) visit(name);
  return [...ordered];
}
