import type { Expression } from '../expression.ts';
import type { SystemProbe } from '../probe.ts';
import { nameHint, quote } from '../wording.ts';
import { field, itemsOf, textOf, type Node } from '../yaml/node.ts';
import { atLeast, done, having, parameter, type BuiltStep, type VerbCompiler } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { durationMs } from './duration.ts';
import { optionalMatcher } from './matcher.ts';
import { compileFailIf } from './waits.ts';
import { expectedWords } from './words.ts';

const longPauseMs = 5_000;

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

const wait: VerbCompiler = (step, context) => {
  const node = parameter(step, 'for');
  const text = textOf(node);
  const forMs = durationMs(text);
  const because = textOf(parameter(step, 'because'));
  if (node === undefined || text === undefined || forMs === undefined || because === undefined) return undefined;
  if (forMs > longPauseMs) {
    context.problems.warning({
      code: 'long-wait',
      message: 'waiting for more than 5s, whatever happens',
      span: node.span,
      hint: 'a look waits no longer than it must: look for what is waited for',
    });
  }
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
  const [fromNode, toNode] = itemsOf(parameter(step, 'between'));
  const add = textOf(parameter(step, 'add'));
  const addMs = durationMs(add);
  if (fromNode === undefined || toNode === undefined || add === undefined || addMs === undefined) return undefined;
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
  const others = from === 'browser' ? apps : [...databases, ...containers];
  const to = from === undefined ? undefined : serviceOf(toNode, context, others);
  if (from === undefined || to === undefined) return undefined;
  return act({ verb: 'system.latency', from, to, addMs }, `latency of ${add} between ${from} and ${to}`);
};

// The one that calls stands first.
function isReversed(from: string | undefined, to: string | undefined, { system }: StepContext): boolean {
  const rank = (name: string | undefined): number => {
    if (name === 'browser') return 1;
    if (name !== undefined && system.apps.includes(name)) return 2;
    return name !== undefined && [...system.databases, ...system.containers].includes(name) ? 3 : 0;
  };
  return rank(from) > rank(to) && rank(to) > 0 && rank(from) - rank(to) === 1;
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
