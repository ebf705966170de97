import type { Claim, CriterionPlan, PlanStep } from '../plan.ts';
import { claims } from '../schema/contract.ts';
import { booleanOf, field, numberOf, textOf, type Node } from '../yaml/node.ts';
import { compileContrast } from './contrast.ts';
import { durationMs } from './duration.ts';
import type { Row } from './examples.ts';
import type { Names } from './names.ts';
import { compileScene, type Scene, type SceneContext } from './scene.ts';

const standardDeadlineMs = 60_000;

/** What the criteria of one contract share. */
export interface CriterionContext extends SceneContext {
  /** Puts actors, and those that they depend on, into the order of their making. */
  readonly inMakingOrder: (actors: ReadonlySet<string>) => string[];
  /** What holds in every criterion. */
  readonly always: readonly PlanStep[];
  /** What has a wrong key or value in it, which was said. */
  readonly wrong: ReadonlySet<Node>;
}

/** A criterion as it is written, with one of its rows. */
export interface WrittenCriterion {
  readonly node: Node;
  readonly row?: Row;
  /** Whether it stands in a held-out file. */
  readonly heldOut: boolean;
}

/** A criterion's plan, and the names that it defined. */
export interface CompiledCriterion {
  readonly plan: CriterionPlan;
  readonly node: Node;
  readonly names: readonly Names[];
  /** Whether nothing is wrong with it, so that lint can speak of it. */
  readonly usable: boolean;
}

/** Compiles one criterion, as far as it goes: what is wrong is in `problems`, and then the plan is not used. */
export function compileCriterion(written: WrittenCriterion, context: CriterionContext): CompiledCriterion {
  const { node, row } = written;
  const overrides = row?.values ?? [];
  const before = context.problems.errorCount;
  const scene = compileScene(node, { overrides }, context);
  const contrast = compileContrast(node, { ...context, scene, row: overrides });
  const plan: CriterionPlan = {
    ...headOf(written, context),
    ...stepsOf(scene, context),
    ...(contrast === undefined ? {} : { contrast: contrast.plan }),
  };
  const names = contrast === undefined ? [scene.names] : [scene.names, contrast.names];
  const usable = context.problems.errorCount === before && context.system.known && !context.wrong.has(node);
  return { plan, node, names, usable };
}

type Steps = Pick<CriterionPlan, 'title' | 'actors' | 'values' | 'given' | 'when' | 'then'>;

function stepsOf({ title, names, values, steps }: Scene, { inMakingOrder }: CriterionContext): Steps {
  const of = (section: PlanStep['section']): PlanStep[] => steps.filter((step) => step.section === section);
  return {
    title,
    actors: inMakingOrder(names.involved()),
    values,
    given: of('given'),
    when: of('when'),
    then: of('then'),
  };
}

function headOf(written: WrittenCriterion, { always }: CriterionContext): Omit<CriterionPlan, keyof Steps> {
  const { node, row, heldOut } = written;
  const after = textOf(field(node, 'after'));
  return {
    ...nameOf(written),
    claim: claimOf(node) ?? 'shown',
    required: booleanOf(field(node, 'required')) ?? true,
    position: row?.at ?? node.span.at,
    always,
    deadlineMs: durationMs(textOf(field(node, 'deadline'))) ?? standardDeadlineMs,
    repeat: numberOf(field(node, 'repeat')) ?? 1,
    ...(after === undefined ? {} : { after }),
    heldOut: heldOut || row?.heldOut === true,
  };
}

function nameOf({ node, row }: WrittenCriterion): Pick<CriterionPlan, 'id' | 'example'> {
  const id = textOf(field(node, 'id')) ?? '';
  if (row === undefined) return { id };
  return { id: `${id}.${String(row.number)}`, example: { of: id, row: row.number } };
}

/** The claim that is written, when it is one. */
export function claimOf(node: Node): Claim | undefined {
  return claims.find((known) => known === textOf(field(node, 'claim')));
}
