import type { ContrastPlan, PlanStep } from '../plan.ts';
import { actorsOf } from '../probe.ts';
import { listWords, nameHint, quote } from '../wording.ts';
import { entriesOf, entry, field, textOf, type Entry, type Node, type Span } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { compileScene, type Scene, type SceneContext } from './scene.ts';
import { replaceActors } from './replace-actors.ts';
import type { Override } from './values.ts';

/** What a contrast needs to know of its criterion. */
export interface ContrastContext extends SceneContext {
  readonly inMakingOrder: (actors: ReadonlySet<string>) => string[];
  /** The criterion as it is. */
  readonly scene: Scene;
  /** The values of its row. */
  readonly row: readonly Override[];
}

/** The contrast's plan, and the names that its scene defined. */
export interface CompiledContrast {
  readonly plan: ContrastPlan;
  readonly names: Scene['names'];
}

/** Compiles `contrast`: the criterion again, by others, with other values, or in another scene. Undefined when there is none. */
export function compileContrast(node: Node, context: ContrastContext): CompiledContrast | undefined {
  const written = entry(node, 'contrast');
  if (written?.value.kind !== 'map') return undefined;
  const { problems } = context;
  const values = entriesOf(field(written.value, 'let'));
  const given = field(written.value, 'given');
  const actors = swapsOf(field(written.value, 'as'), context);
  if (values.length === 0 && given === undefined && actors.size === 0) {
    if (problems.errorCount === 0) reportEmpty(written, problems);
    return undefined;
  }
  checkValues(values, context);
  const other = new Map(context.row.map((override) => [override.entry.key, override]));
  for (const value of values) other.set(value.key, { entry: value, at: value.keySpan.at });
  const scene = compileScene(
    node,
    { overrides: [...other.values()], ...(given === undefined ? {} : { given }) },
    context,
  );
  const steps = scene.steps.map((step) => replaceActors(step, actors));
  return { plan: planOf({ scene, steps, words: wordsOf(actors, values, given) }, context), names: scene.names };
}

function reportEmpty({ keySpan }: { readonly keySpan: Span }, problems: Problems): void {
  problems.error({
    code: 'empty-contrast',
    message: '“contrast” changes nothing',
    span: keySpan,
    hint: 'as: { guest: reader }, let: other values, or another given',
  });
}

interface Changed {
  readonly scene: Scene;
  readonly steps: readonly PlanStep[];
  readonly words: string;
}

function planOf({ scene, steps, words }: Changed, { inMakingOrder, system }: ContrastContext): ContrastPlan {
  const named = [...scene.names.referenced()].filter((name) => system.actors.has(name));
  const acting = steps.flatMap(({ probe }) => actorsOf(probe)).filter((name) => name !== 'guest');
  const of = (section: PlanStep['section']): PlanStep[] => steps.filter((step) => step.section === section);
  return {
    words,
    actors: inMakingOrder(new Set([...named, ...acting])),
    values: scene.values,
    given: of('given'),
    when: of('when'),
    then: of('then'),
  };
}

function wordsOf(actors: ReadonlyMap<string, string>, values: readonly Entry[], given: Node | undefined): string {
  const parts = [
    ...[...actors].map(([from, to]) => `by ${to} instead of ${from}`),
    ...(values.length === 0
      ? []
      : [
          `with another ${listWords(
            values.map(({ key }) => key),
            'and',
          )}`,
        ]),
    ...(given === undefined ? [] : ['in another scene']),
  ];
  return `the same ${parts.join(', ')}`;
}

function swapsOf(node: Node | undefined, { scene, system, problems }: ContrastContext): Map<string, string> {
  const taking = new Set(scene.steps.flatMap(({ probe }) => actorsOf(probe)));
  const known = [...system.actors.keys(), 'guest'];
  const swaps = new Map<string, string>();
  for (const { key, keySpan, value } of entriesOf(node)) {
    const to = textOf(value);
    if (to === undefined) continue;
    if (scene.usable && !taking.has(key)) {
      const message = `${quote(key)} takes no step in this criterion`;
      problems.error({ code: 'unknown-actor', message, span: keySpan, hint: nameHint(key, taking) });
    } else if (system.known && !known.includes(to)) {
      const message = `there is no actor ${quote(to)}`;
      problems.error({ code: 'unknown-actor', message, span: value.span, hint: nameHint(to, known) });
    } else if (to === key) {
      const hint = 'the actor on the left acts in the criterion, the one on the right in its contrast';
      problems.error({ code: 'empty-contrast', message: `${quote(key)} stays ${quote(key)}`, span: value.span, hint });
    } else {
      swaps.set(key, to);
    }
  }
  return swaps;
}

function checkValues(values: readonly Entry[], { scene, problems }: ContrastContext): void {
  for (const { key, keySpan } of values) {
    if (scene.names.find(key)?.kind === 'value') continue;
    problems.error({
      code: 'unknown-reference',
      message: `this criterion has no value ${quote(key)}`,
      span: keySpan,
      hint: nameHint(
        key,
        scene.names.all().filter((name) => scene.names.find(name)?.kind === 'value'),
      ),
    });
  }
}
