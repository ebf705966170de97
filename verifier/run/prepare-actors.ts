import {
  bindStep,
  scopeOf,
  type ActorPlan,
  type CreatedValues,
  type Expression,
  type NamedValue,
  type PlanStep,
  type Scope,
  type Value,
} from '../../contracts/language/index.ts';
import type { CriterionScope } from './scope.ts';
import { textOf } from './text-of.ts';
import { saveInto, type Take } from './take.ts';
import { notTaken, type StepResult } from './take-step.ts';
import type { ActorSession, Surfaces } from './surfaces.ts';

/** Makes the values of a `let`; `owner` is the actor that they belong to, or empty. */
export type Generate = (values: readonly NamedValue[], scope: Scope, owner: readonly string[]) => CreatedValues;

/** What making an actor needs. */
export interface ActorMaking {
  readonly scope: CriterionScope;
  readonly surfaces: Surfaces;
  readonly take: Take;
  readonly generate: Generate;
}

/** The steps that made the actors, up to the first that failed. */
export interface PreparedActors {
  readonly ready: boolean;
  readonly results: readonly StepResult[];
  /** Why an actor's values could not be made, so that not even its first step was taken. */
  readonly lack?: Lack;
}

/** A value that could not be made: the contract's doing, or a secret that is not set. */
export interface Lack {
  readonly cause: 'precondition' | 'secret';
  readonly why: string;
}

/** Creates and signs in every actor that the criterion names, in order; stops at the first step that fails. */
export async function prepareActors(actors: readonly ActorPlan[], making: ActorMaking): Promise<PreparedActors> {
  const results: StepResult[] = [];
  let last: PreparedActors = { ready: true, results };
  for (const actor of actors) {
    const made: PreparedActors = last.ready ? await prepareActor(actor, making) : skipActor(actor);
    results.push(...made.results);
    last = { ...last, ...made };
  }
  return { ...last, results };
}

async function prepareActor(actor: ActorPlan, making: ActorMaking): Promise<PreparedActors> {
  // An actor's own values stand bare in its create and signIn steps, and under its name everywhere else.
  const own: Record<string, Value> = {};
  const inner = scopeOf(own, making.scope);
  const created = making.generate(actor.values, inner, [actor.name]);
  if (!created.ok) return unmade(actor, unmadeValue(created, actor.name));
  Object.assign(own, created.values);
  const takeAll = async (steps: readonly PlanStep[], isReady: boolean): Promise<PreparedActors> => {
    const results: StepResult[] = [];
    let ready = isReady;
    for (const step of steps) {
      const result: StepResult = ready
        ? await making.take(step, inner)
        : notTaken(step, 'an earlier step of this actor failed', 'not-run');
      saveInto(result, (name, value) => {
        own[name] = value;
      });
      results.push(result);
      ready &&= result.judgement.kind === 'satisfied';
    }
    return { ready, results };
  };
  const made = await takeAll([...actor.create, ...actor.signIn], true);
  making.scope.define(actor.name, own);
  if (made.ready) making.surfaces.startSession(actor.name, bindSession(actor, inner));
  const inBrowser = await takeAll(actor.session.browser.signIn, made.ready);
  return { ready: inBrowser.ready, results: [...made.results, ...inBrowser.results] };
}

/** Everything that makes an actor and signs it in, in order; in the browser last, when its cookies and storage are set. */
export function makingSteps({ create, signIn, session }: ActorPlan): readonly PlanStep[] {
  return [...create, ...signIn, ...session.browser.signIn];
}

/** Why a value could not be made. */
export function unmadeValue(
  { name, why, secret }: Extract<CreatedValues, { readonly ok: false }>,
  actor?: string,
): Lack {
  const whose = actor === undefined ? '' : `${actor}’s `;
  return {
    cause: secret === undefined ? 'precondition' : 'secret',
    why: `no value could be made for ${whose}{{${name}}}: ${why}`,
  };
}

function unmade(actor: ActorPlan, lack: Lack): PreparedActors {
  const results = makingSteps(actor).map((step) => notTaken(step, lack.why, lack.cause));
  return { ready: false, results, lack };
}

function skipActor(actor: ActorPlan): PreparedActors {
  return {
    ready: false,
    results: makingSteps(actor).map((step) => notTaken(step, 'an actor before this one could not be made', 'not-run')),
  };
}

function bindSession(actor: ActorPlan, scope: Scope): ActorSession {
  const { api, browser } = actor.session;
  return {
    apiCookies: api.cookies,
    apiHeaders: bindTexts(api.headers, scope),
    browserCookies: browser.cookies,
    localStorage: bindTexts(browser.localStorage, scope),
    browserSignIn: browser.signIn.flatMap((step) => {
      const bound = bindStep(step, scope);
      return bound.ok ? [bound.step] : [];
    }),
  };
}

function bindTexts(entries: Readonly<Record<string, Expression>>, scope: Scope): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([key, expression]) => [key, textOf(expression, scope)]));
}
