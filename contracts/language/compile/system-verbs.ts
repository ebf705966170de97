import type { Expression } from '../expression.ts';
import type { SystemProbe } from '../probe.ts';
import { listWords, nameHint, quote } from '../wording.ts';
import { field, itemsOf, textOf, type Node } from '../yaml/node.ts';
import { atLeast, done, having, parameter, type BuiltStep, type VerbCompiler } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { durationMs } from './duration.ts';
import { optionalMatcher } from './matcher.ts';
import { compileFailIf } from './waits.ts';
import { expectedWords } from './words.ts';

function act(probe: SystemProbe<Expression>, words: string): BuiltStep {
  return { probe, kind: 'act', stated: false, expectation: done, words };
}

type ControlVerb = 'system.restart' | 'system.start' | 'system.stop' | 'system.pause';

/** Does something to a service. */
function control(verb: ControlVerb, what: string): VerbCompiler {
  return (step, context) => {
    const service = serviceOf(field(step.parameters, 'service') ?? step.parameters, context);
    if (service === undefined) return undefined;
    const built = act({ verb, service }, `${what} of ${service}`);
    const comes = verb === 'system.restart' || verb === 'system.start';
    return comes ? { ...built, standardWithinMs: context.system.readyMs } : built;
  };
}

function serviceOf(node: Node, context: StepContext, known = allServices(context)): string | undefined {
  const service = textOf(node);
  if (service === undefined) return undefined;
  if (known.includes(service) || !context.system.known) return service;
  context.problems.error({
    code: 'unknown-service',
    message: `there is no service ${quote(service)}`,
    span: node.span,
    hint: nameHint(service, known),
  });
  return undefined;
}

function allServices({ system }: StepContext): readonly string[] {
  return [...system.apps, ...system.databases, ...system.containers];
}

const wait: VerbCompiler = (step) => {
  const text = textOf(parameter(step, 'for'));
  const forMs = durationMs(text);
  const because = textOf(parameter(step, 'because'));
  if (text === undefined || forMs === undefined || because === undefined) return undefined;
  return { ...act({ verb: 'system.wait', forMs }, `wait of ${text}, because ${because}`), standardWithinMs: forMs };
};

const log: VerbCompiler = (step, context) => {
  const service = loggingService(step, context);
  const line = optionalMatcher(parameter(step, 'line'), context);
  const count = optionalMatcher(parameter(step, 'count'), context);
  const failIf = compileFailIf(step, context, (node) => {
    const failing = optionalMatcher(field(node, 'count'), context);
    return failing === undefined ? undefined : having({ count: failing });
  });
  if (line === undefined && count === undefined) {
    context.problems.error({
      code: 'no-expectation',
      message: 'system.log expects nothing',
      span: step.verbSpan,
      hint: 'say line: { $contains: … }, or count: …',
    });
    return undefined;
  }
  if (service === undefined) return undefined;
  const lines = line === undefined ? 'lines' : `lines ${expectedWords(line)}`;
  return {
    probe: { verb: 'system.log', service, ...(line === undefined ? {} : { line }) },
    kind: 'look',
    stated: true,
    expectation: having({ count: count ?? atLeast(1) }),
    words: `log of ${service}: ${lines}: ${count === undefined ? 'at least one' : expectedWords(count)}`,
    ...failIf,
  };
};

function loggingService(step: WrittenStep, context: StepContext): string | undefined {
  const node = parameter(step, 'service');
  if (node !== undefined) return serviceOf(node, context);
  const [app] = context.system.apps;
  if (app === undefined && context.system.known) {
    context.problems.error({
      code: 'no-service',
      message: 'which service? “service” is missing',
      span: step.verbSpan,
      hint: `one of ${allServices(context).join(', ')}`,
    });
  }
  return app;
}

const latency: VerbCompiler = (step, context) => {
  const [from, to] = itemsOf(parameter(step, 'between'));
  const add = textOf(parameter(step, 'add'));
  const addMs = durationMs(add);
  const way = from === undefined || to === undefined ? undefined : wayOf(from, to, context);
  if (way === undefined || add === undefined || addMs === undefined) return undefined;
  return act({ verb: 'system.latency', ...way, addMs }, `latency of ${add} between ${way.from} and ${way.to}`);
};

function wayOf(fromNode: Node, toNode: Node, context: StepContext): { from: string; to: string } | undefined {
  const { apps, databases, containers } = context.system;
  if (isReversed(textOf(fromNode), textOf(toNode), context)) {
    context.problems.error({
      code: 'wrong-way',
      message: `${quote(textOf(fromNode) ?? '')} does not call ${quote(textOf(toNode) ?? '')}`,
      span: fromNode.span,
      hint: `between: [${textOf(toNode) ?? ''}, ${textOf(fromNode) ?? ''}]`,
    });
    return undefined;
  }
  const from = serviceOf(fromNode, context, ['browser', ...apps]);
  const called = from === 'browser' ? apps : [...databases, ...containers];
  const to = from === undefined ? undefined : calledService(toNode, context, called);
  return from === undefined || to === undefined ? undefined : { from, to };
}

function calledService(node: Node, context: StepContext, called: readonly string[]): string | undefined {
  const name = textOf(node) ?? '';
  if (called.includes(name) || !allServices(context).includes(name)) return serviceOf(node, context, called);
  context.problems.error({
    code: 'wrong-way',
    message: `nothing of this goes to ${quote(name)} directly`,
    span: node.span,
    hint: `the browser calls the application, the application calls ${listWords(
      [...context.system.databases, ...context.system.containers],
      'and',
    )}`,
  });
  return undefined;
}

// The one that calls stands first: the browser the application, and that the others.
function isReversed(from: string | undefined, to: string | undefined, { system }: StepContext): boolean {
  const isIn = (name: string | undefined, names: readonly string[]): boolean =>
    name !== undefined && names.includes(name);
  if (isIn(to, system.apps)) return isIn(from, [...system.databases, ...system.containers]);
  return to === 'browser' && isIn(from, system.apps);
}

/** What is done to services, and what they wrote. */
export const systemVerbs = {
  'system.restart': control('system.restart', 'restart'),
  'system.start': control('system.start', 'start'),
  'system.stop': control('system.stop', 'stop'),
  'system.pause': control('system.pause', 'pause'),
  'system.wait': wait,
  'system.log': log,
  'system.latency': latency,
} as const;
