import type { Section } from '../plan.ts';
import type { ProbeVerb } from '../probe.ts';
import type { WrittenVerb } from '../schema/verbs.ts';
import { booleanOf, field, textOf } from '../yaml/node.ts';
import type { StepContext, WrittenStep } from './context.ts';

type Problem = { readonly message: string; readonly hint?: string | undefined } | undefined;

/** Ways to a look: all that `then` may do. */
const waysToLook: readonly WrittenVerb[] = [
  'browser.open',
  'browser.reload',
  'browser.back',
  'browser.fresh',
  'system.restart',
  'system.start',
];
const acts: readonly WrittenVerb[] = [
  'browser.fill',
  'browser.press',
  'browser.select',
  'browser.check',
  'browser.upload',
  'browser.dialog',
  'db.exec',
  'together',
];
const faults: readonly ProbeVerb[] = ['browser.fail', 'db.reject', 'system.stop', 'system.pause', 'system.latency'];
const looks: readonly WrittenVerb[] = [
  'browser.see',
  'browser.notSee',
  'browser.at',
  'browser.asked',
  'browser.downloaded',
  'browser.requests',
  'db.query',
  'db.delta',
  'system.log',
  'values.agree',
];
const preparations: readonly WrittenVerb[] = ['browser.fail', 'browser.dialog', 'db.reject', 'system.latency'];

/** Says when a step can't stand in its section. */
export function checkSection(step: WrittenStep, context: StepContext): boolean {
  const problem = problemOf(step, context);
  if (problem === undefined) return true;
  const code = context.inTogether === true ? 'wrong-in-together' : 'wrong-section';
  context.problems.error({ code, span: step.verbSpan, ...problem });
  return false;
}

function problemOf(step: WrittenStep, { section, inTogether, inSession }: StepContext): Problem {
  if (inSession === true) return sessionProblem(step.verb);
  if (inTogether === true) return togetherProblem(step.verb);
  return section === 'then' ? thenProblem(step) : earlierProblem(step.verb, section);
}

function togetherProblem(verb: WrittenVerb): Problem {
  if (verb === 'together') return { message: '“together” inside “together”', hint: 'put all its steps into one list' };
  if (looks.includes(verb))
    return { message: `${verb} looks; “together” takes requests and acts`, hint: 'look in a step of its own' };
  if (preparations.includes(verb))
    return {
      message: `${verb} prepares what comes; it can't begin together with it`,
      hint: 'put it before “together”',
    };
  return undefined;
}

function sessionProblem(verb: WrittenVerb): Problem {
  if (verb.startsWith('browser.') && !faults.some((fault) => fault === verb)) return undefined;
  return {
    message: `the browser is signed in by steps in the browser, not by ${actName(verb)}`,
    hint: verb === 'api.request' ? 'requests go into the actor’s own signIn: [ … ]' : undefined,
  };
}

function thenProblem(step: WrittenStep): Problem {
  const { verb } = step;
  if (waysToLook.includes(verb)) return undefined;
  if (faults.some((fault) => fault === verb))
    return { message: `${verb} is a fault; “then” only looks`, hint: 'put it into “given” or “when”' };
  if (verb === 'system.wait')
    return {
      message: 'system.wait acts; “then” only looks',
      hint: 'looks wait by themselves: say within, or stays for what must hold that long',
    };
  if (acts.includes(verb)) return { message: `${actName(verb)} acts; “then” only looks`, hint: 'put it into “when”' };
  if (verb === 'browser.click' && booleanOf(field(step.parameters, 'look')) !== true) {
    return {
      message: 'browser.click acts; “then” only looks',
      hint: 'say look: true if it is a link or pager on the way to a look',
    };
  }
  return requestProblem(step);
}

function actName(verb: WrittenVerb): string {
  return verb === 'together' ? '“together”' : verb;
}

function requestProblem(step: WrittenStep): Problem {
  const method = textOf(field(step.parameters, 'method'));
  if (step.verb !== 'api.request' || method === undefined || method === 'GET' || method === 'HEAD') return undefined;
  return {
    message: `a ${method} request acts; “then” only looks`,
    hint: 'put it into “when”; its expectations are judged there too',
  };
}

function earlierProblem(verb: WrittenVerb, section: Section): Problem {
  if (verb === 'db.delta')
    return {
      message: `db.delta compares before “when” with after it; it stands in “then”, not in “${section}”`,
      hint: 'put it into “then”',
    };
  if (section === 'create' && !isOneOf(verb, ['api.request', 'db.query', 'db.exec'])) {
    return { message: `“create” makes the actor by API or database, not by ${actName(verb)}` };
  }
  if (section === 'signIn' && verb !== 'api.request') {
    return {
      message: `“signIn” signs in by API, not by ${actName(verb)}`,
      hint: 'browser steps go into session: { browser: { signIn: [ … ] } }',
    };
  }
  return undefined;
}

function isOneOf(verb: WrittenVerb, verbs: readonly WrittenVerb[]): boolean {
  return verbs.includes(verb);
}
