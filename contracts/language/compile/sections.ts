import type { Section } from '../plan.ts';
import type { Verb } from '../probe.ts';
import { booleanOf, field, textOf } from '../yaml/node.ts';
import type { StepContext, WrittenStep } from './context.ts';

/** Ways to a look: all that `then` may do. */
const waysToLook: readonly Verb[] = ['browser.open', 'browser.reload', 'browser.fresh', 'system.restart'];
const acts: readonly Verb[] = ['browser.fill', 'browser.press', 'browser.select', 'browser.dialog', 'db.exec'];

/** Says when a step can't stand in its section. */
export function checkSection(step: WrittenStep, context: StepContext): boolean {
  const problem = context.section === 'then' ? thenProblem(step) : earlierProblem(step.verb, context.section);
  if (problem === undefined) return true;
  context.problems.error({ code: 'wrong-section', span: step.verbSpan, ...problem });
  return false;
}

function thenProblem(step: WrittenStep): { message: string; hint?: string } | undefined {
  if (waysToLook.includes(step.verb)) return undefined;
  if (acts.includes(step.verb)) return { message: `${step.verb} acts; “then” only looks`, hint: 'put it into “when”' };
  if (step.verb === 'browser.click' && booleanOf(field(step.parameters, 'look')) !== true) {
    return {
      message: 'browser.click acts; “then” only looks',
      hint: 'say look: true if it is a link or pager on the way to a look',
    };
  }
  const method = textOf(field(step.parameters, 'method'));
  if (step.verb === 'api.request' && method !== undefined && method !== 'GET' && method !== 'HEAD') {
    return {
      message: `a ${method} request acts; “then” only looks`,
      hint: 'put it into “when”; its expectations are judged there too',
    };
  }
  return undefined;
}

function earlierProblem(verb: Verb, section: Section): { message: string; hint?: string } | undefined {
  if (verb === 'db.delta')
    return { message: `db.delta compares before “when” with after it; it stands in “then”, not in “${section}”` };
  if (section === 'create' && !verb.startsWith('api.') && !verb.startsWith('db.')) {
    return { message: `“create” makes the actor by API or database, not by ${verb}` };
  }
  if (section === 'signIn' && !verb.startsWith('api.')) {
    return {
      message: `“signIn” signs in by API, not by ${verb}`,
      hint: 'browser steps go into session: { browser: { signIn: [ … ] } }',
    };
  }
  return undefined;
}
