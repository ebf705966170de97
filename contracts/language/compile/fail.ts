import type { Expression } from '../expression.ts';
import type { FailedAnswer } from '../probe.ts';
import { quote } from '../wording.ts';
import { entry, textOf, type Entry } from '../yaml/node.ts';
import { callFilters, callWords } from './browser-looks.ts';
import { act } from './browser-target.ts';
import { actorOf, parameter, type VerbCompiler } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { compileExpression } from './expression.ts';

/** The next matching call of a page is answered so, or not at all. */
export const fail: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const filters = callFilters(step, context);
  const answer = answerOf(step, context);
  if (actor === undefined || answer === undefined) return undefined;
  const gets = answer.kind === 'none' ? 'gets no answer' : `gets ${String(answer.status)}`;
  return act({ verb: 'browser.fail', actor, ...filters, answer }, `${gets} for the next call${callWords(filters)}`);
};

function answerOf(step: WrittenStep, context: StepContext): FailedAnswer<Expression> | undefined {
  const status = parameter(step, 'status');
  const none = textOf(parameter(step, 'answer')) === 'none';
  const extra = ['status', 'json', 'text'].flatMap((key) => entry(step.parameters, key) ?? []);
  if (none) return noAnswer(extra, context);
  if (status?.kind !== 'scalar' || typeof status.value !== 'number') {
    context.problems.error({
      code: 'missing-key',
      message: 'how does it fail? “status” is missing',
      span: step.verbSpan,
      hint: 'say status: 503, or answer: none',
    });
    return undefined;
  }
  const json = entry(step.parameters, 'json');
  const text = entry(step.parameters, 'text');
  if (json !== undefined && text !== undefined) {
    context.problems.error({
      code: 'two-bodies',
      message: 'an answer has either “json” or “text”',
      span: text.keySpan,
    });
  }
  return {
    kind: 'status',
    status: status.value,
    ...(json === undefined ? {} : { json: compileExpression(json.value, context) }),
    ...(text === undefined ? {} : { text: compileExpression(text.value, context) }),
  };
}

function noAnswer([extra]: readonly Entry[], context: StepContext): FailedAnswer<Expression> {
  if (extra !== undefined) {
    context.problems.error({
      code: 'answer-none',
      message: `${quote(extra.key)} stands beside answer: none`,
      span: extra.keySpan,
      hint: 'a call is answered or it is not',
    });
  }
  return { kind: 'none' };
}
