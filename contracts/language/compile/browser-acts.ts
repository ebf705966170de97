import { booleanOf, entry, textOf } from '../yaml/node.ts';
import { act, targetOf } from './browser-target.ts';
import { actorOf, parameter, type VerbCompiler } from './built.ts';
import { click } from './click.ts';
import { compileExpression } from './expression.ts';
import { fail } from './fail.ts';
import { compileLocator } from './locator.ts';
import { refuseReferences } from './plain.ts';
import { upload } from './upload.ts';
import { locatorWords, plainWords, valueWords } from './words.ts';

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
  const keyNode = parameter(step, 'key');
  const key = textOf(keyNode);
  const locator = compileLocator(step.parameters, context, { span: step.verbSpan, optional: true });
  if (keyNode !== undefined) refuseReferences('key', keyNode, context);
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

const check: VerbCompiler = (step, context) => {
  const target = targetOf(step, context);
  if (target === undefined) return undefined;
  const checked = booleanOf(parameter(step, 'checked')) ?? true;
  return act(
    { verb: 'browser.check', ...target, checked },
    `${checked ? 'checks' : 'unchecks'} ${locatorWords(target.locator)}`,
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

const back: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  return actor === undefined ? undefined : act({ verb: 'browser.back', actor }, 'goes back');
};

const fresh: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  if (actor === undefined) return undefined;
  const signedIn = booleanOf(parameter(step, 'signedIn')) ?? true;
  return act({ verb: 'browser.fresh', actor, signedIn }, `takes an empty browser${signedIn ? '' : ', not signed in'}`);
};

/** Acts in the browser; each must come to `done`. */
export const browserActs = {
  'browser.open': open,
  'browser.click': click,
  'browser.fill': fill,
  'browser.press': press,
  'browser.select': select,
  'browser.check': check,
  'browser.upload': upload,
  'browser.dialog': dialog,
  'browser.reload': reload,
  'browser.back': back,
  'browser.fresh': fresh,
  'browser.fail': fail,
} as const;
