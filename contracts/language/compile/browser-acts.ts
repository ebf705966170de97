import type { BrowserAct, Locator } from '../probe.ts';
import type { Expression } from '../expression.ts';
import { booleanOf, entry, textOf } from '../yaml/node.ts';
import { actorOf, done, parameter, type BuiltStep, type VerbCompiler } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { compileExpression } from './expression.ts';
import { compileLocator } from './locator.ts';
import { locatorWords, plainWords, valueWords } from './words.ts';

function act(probe: BrowserAct<Expression>, words: string): BuiltStep {
  return { probe, kind: 'act', stated: false, expectation: done, words: `${probe.actor} ${words}` };
}

const open: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const path = parameter(step, 'path');
  const until = entry(step.parameters, 'until');
  const locator = until === undefined ? undefined : compileLocator(until.value, context, { span: until.keySpan });
  if (actor === undefined || path === undefined) return undefined;
  const compiled = compileExpression(path, context);
  const words = `opens ${plainWords(compiled)}${locator === undefined ? '' : ` until ${locatorWords(locator)} is there`}`;
  return act(
    { verb: 'browser.open', actor, path: compiled, ...(locator === undefined ? {} : { until: locator }) },
    words,
  );
};

const click: VerbCompiler = (step, context) => {
  const target = targetOf(step, context);
  if (target === undefined) return undefined;
  const look = booleanOf(parameter(step, 'look')) === true;
  return act(
    { verb: 'browser.click', ...target, look },
    `clicks ${locatorWords(target.locator)}${look ? ' to look' : ''}`,
  );
};

const fill: VerbCompiler = (step, context) => {
  const target = targetOf(step, context);
  const node = parameter(step, 'value');
  if (node === undefined || target === undefined) return undefined;
  const value = compileExpression(node, context);
  return act(
    { verb: 'browser.fill', ...target, value },
    `fills ${locatorWords(target.locator)} with ${valueWords(value)}`,
  );
};

const press: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const key = textOf(parameter(step, 'key'));
  const locator = compileLocator(step.parameters, context, { span: step.verbSpan, optional: true });
  if (actor === undefined || key === undefined) return undefined;
  const probe = { verb: 'browser.press', actor, key, ...(locator === undefined ? {} : { locator }) } as const;
  return act(probe, `presses ${key}${locator === undefined ? '' : ` in ${locatorWords(locator)}`}`);
};

const select: VerbCompiler = (step, context) => {
  const target = targetOf(step, context);
  const node = parameter(step, 'option');
  if (node === undefined || target === undefined) return undefined;
  const option = compileExpression(node, context);
  return act(
    { verb: 'browser.select', ...target, option },
    `selects ${valueWords(option)} in ${locatorWords(target.locator)}`,
  );
};

const dialog: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const answer = textOf(step.parameters) ?? textOf(parameter(step, 'answer'));
  const node = parameter(step, 'text');
  const text = node === undefined ? undefined : compileExpression(node, context);
  if (actor === undefined || (answer !== 'accept' && answer !== 'dismiss')) return undefined;
  const words = `will ${answer} the next dialog${text === undefined ? '' : ` with ${valueWords(text)}`}`;
  return act({ verb: 'browser.dialog', actor, answer, ...(text === undefined ? {} : { text }) }, words);
};

const reload: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  return actor === undefined ? undefined : act({ verb: 'browser.reload', actor }, 'reloads the page');
};

const fresh: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  if (actor === undefined) return undefined;
  const signedIn = booleanOf(parameter(step, 'signedIn')) ?? true;
  return act({ verb: 'browser.fresh', actor, signedIn }, `takes an empty browser${signedIn ? '' : ', not signed in'}`);
};

function targetOf(
  step: WrittenStep,
  context: StepContext,
): { actor: string; locator: Locator<Expression> } | undefined {
  const actor = actorOf(step, context);
  const locator = compileLocator(step.parameters, context, { span: step.verbSpan });
  return actor === undefined || locator === undefined ? undefined : { actor, locator };
}

/** Acts in the browser; each must come to `done`. */
export const browserActs = {
  'browser.open': open,
  'browser.click': click,
  'browser.fill': fill,
  'browser.press': press,
  'browser.select': select,
  'browser.dialog': dialog,
  'browser.reload': reload,
  'browser.fresh': fresh,
} as const;
