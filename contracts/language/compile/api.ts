import type { Expression } from '../expression.ts';
import type { ApiProbe, HttpMethod } from '../probe.ts';
import { httpMethods } from '../schema/verb-parts.ts';
import { entriesOf, entry, field, textOf, type Node } from '../yaml/node.ts';
import { actorOf, having, parameter, type BuiltStep, type Compiled, type VerbCompiler } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { compileExpression, type ExpressionContext } from './expression.ts';
import { compileMatcher, optionalMatcher } from './matcher.ts';
import { compileStatus, statusClass } from './status.ts';
import { compileFailIf, refuseWaits } from './waits.ts';
import { expectedWords, plainWords } from './words.ts';

const request: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const method = httpMethods.find((known) => known === textOf(parameter(step, 'method')));
  const pathNode = parameter(step, 'path');
  const content = compileContent(step, context);
  const stated = compileExpected(step, context);
  const isLook = method === 'GET' || method === 'HEAD';
  const failIf = requestFailIf(step, method, context);
  if (actor === undefined || method === undefined || pathNode === undefined) return undefined;
  const path = compileExpression(pathNode, context);
  return {
    probe: { verb: 'api.request', actor, method, path, ...content },
    kind: isLook ? 'look' : 'act',
    stated: stated !== undefined,
    expectation: stated === undefined ? impliedAnswer(context) : having(stated),
    words: `${actor} sends ${method} ${plainWords(path)}${answerWords(stated)}`,
    ...failIf,
  };
};

function compileExpected(step: WrittenStep, context: StepContext): Record<string, Compiled> | undefined {
  const expect = entry(step.parameters, 'expect');
  const stated = compileAnswer(expect?.value, context);
  if (expect !== undefined && stated === undefined) {
    context.problems.error({
      code: 'no-expectation',
      message: '“expect” is empty',
      span: expect.keySpan,
      hint: 'say status, headers, json or text',
    });
  }
  return stated;
}

// What is sent exactly once does not wait.
function requestFailIf(
  step: WrittenStep,
  method: HttpMethod | undefined,
  context: StepContext,
): Pick<BuiltStep, 'failIf'> {
  if (context.inTogether === true) refuseWaits(step, 'inside “together” everything is done once', context);
  else if (method === 'GET' || method === 'HEAD')
    return compileFailIf(step, context, (node) => answerMatcher(node, context));
  else refuseWaits(step, `a ${method ?? ''} request is sent once`, context);
  return {};
}

// What sets the scene must work; what is the action may be answered in any way, unless the contract says how.
function impliedAnswer(context: StepContext): Compiled {
  return context.section === 'when' ? { is: 'anything' } : having({ status: statusClass(2) });
}

function answerMatcher(node: Node, context: StepContext): Compiled | undefined {
  const answer = compileAnswer(node, context);
  return answer === undefined ? undefined : having(answer);
}

/** What several answers must be: a status may be a class, and names of headers are in lower case. */
export function compileAnswers(node: Node, { names, problems }: StepContext): Compiled {
  const context = { names, problems };
  return compileMatcher(node, {
    ...context,
    entries: {
      status: (status) => compileStatus(status, context),
      headers: (headers) =>
        headers.kind === 'map' ? compileHeaders(headers, context) : compileMatcher(headers, context),
    },
  });
}

/** What is sent beside method and path. */
export function compileContent(
  step: WrittenStep,
  context: StepContext,
): Pick<ApiProbe<Expression>, 'query' | 'headers' | 'body'> {
  const query = compileEntries(parameter(step, 'query'), context);
  const headers = compileEntries(parameter(step, 'headers'), context);
  const body = compileBody(step, context);
  return {
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  };
}

function compileEntries(node: Node | undefined, context: StepContext): Record<string, Expression> | undefined {
  if (node === undefined) return undefined;
  return Object.fromEntries(entriesOf(node).map(({ key, value }) => [key, compileExpression(value, context)]));
}

function compileBody(step: WrittenStep, context: StepContext): ApiProbe<Expression>['body'] {
  const json = parameter(step, 'json');
  const text = entry(step.parameters, 'body');
  if (json !== undefined && text !== undefined) {
    context.problems.error({
      code: 'two-bodies',
      message: 'a request has either “json” or “body”',
      span: text.keySpan,
    });
  }
  if (json !== undefined) return { kind: 'json', content: compileExpression(json, context) };
  return text === undefined ? undefined : { kind: 'text', content: compileExpression(text.value, context) };
}

function compileAnswer(expect: Node | undefined, context: StepContext): Record<string, Compiled> | undefined {
  const status = field(expect, 'status');
  const headers = field(expect, 'headers');
  const json = optionalMatcher(field(expect, 'json'), context);
  const text = optionalMatcher(field(expect, 'text'), context);
  const answer: Record<string, Compiled> = {
    ...(status === undefined ? {} : { status: compileStatus(status, context) }),
    ...(entriesOf(headers).length === 0 ? {} : { headers: compileHeaders(headers, context) }),
    ...(json === undefined ? {} : { json }),
    ...(text === undefined ? {} : { text }),
  };
  return Object.keys(answer).length === 0 ? undefined : answer;
}

// `$matchers` are none of the names.
function compileHeaders(node: Node | undefined, { names, problems }: ExpressionContext): Compiled {
  const context = { names, problems };
  if (node?.kind !== 'map') return having({});
  const entries = node.entries.map((header) => ({ ...header, key: header.key.toLowerCase() }));
  return compileMatcher({ ...node, entries }, context);
}

function answerWords(answer: Readonly<Record<string, Compiled>> | undefined): string {
  const entries = Object.entries(answer ?? {});
  if (entries.length === 0) return '';
  return `, answered ${entries.map(([key, matcher]) => (key === 'status' ? expectedWords(matcher) : `${key} ${expectedWords(matcher)}`)).join(', ')}`;
}

/** Requests by API. */
export const apiVerbs = { 'api.request': request } as const;
