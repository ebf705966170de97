import type { Expression } from '../expression.ts';
import type { BrowserAct, BrowserLook, FailedAnswer, UploadFile } from '../probe.ts';
import type { Value } from '../value.ts';
import { inAddress } from './address.ts';
import { evaluateInto, type Evaluation } from './evaluate.ts';
import { bindLocator } from './locator.ts';
import { bindMatcher } from './matcher.ts';

/** Binds a look in the browser. */
export function bindLook(probe: BrowserLook<Expression>, evaluation: Evaluation): BrowserLook<Value> {
  switch (probe.verb) {
    case 'browser.see':
    case 'browser.notSee':
      return { ...probe, locator: bindLocator(probe.locator, evaluation) };
    case 'browser.seeAny':
      return {
        ...probe,
        any: probe.any.map(({ locator, read }) => ({ locator: bindLocator(locator, evaluation), read })),
      };
    case 'browser.at':
    case 'browser.asked':
    case 'browser.downloaded':
      return probe;
    case 'browser.requests': {
      const { path, status, ...rest } = probe;
      return {
        ...rest,
        ...(path === undefined ? {} : { path: bindMatcher(path, inAddress(evaluation)) }),
        ...(status === undefined ? {} : { status: bindMatcher(status, evaluation) }),
      };
    }
  }
}

/** Binds an act in the browser. */
export function bindAct(act: BrowserAct<Expression>, evaluation: Evaluation): BrowserAct<Value> {
  if (isElementAct(act)) return bindElementAct(act, evaluation);
  switch (act.verb) {
    case 'browser.open':
      return bindOpen(act, evaluation);
    case 'browser.dialog': {
      const { text, ...rest } = act;
      return text === undefined ? rest : { ...rest, text: evaluateInto(text, evaluation) };
    }
    case 'browser.fail':
      return bindFail(act, evaluation);
    case 'browser.reload':
    case 'browser.back':
    case 'browser.fresh':
      return act;
  }
}

type Open<V> = Extract<BrowserAct<V>, { readonly verb: 'browser.open' }>;

function bindOpen({ until, ...rest }: Open<Expression>, evaluation: Evaluation): Open<Value> {
  const path = evaluateInto(rest.path, inAddress(evaluation));
  return until === undefined ? { ...rest, path } : { ...rest, path, until: bindLocator(until, evaluation) };
}

type Fail<V> = Extract<BrowserAct<V>, { readonly verb: 'browser.fail' }>;

function bindFail({ path, answer, ...rest }: Fail<Expression>, evaluation: Evaluation): Fail<Value> {
  return {
    ...rest,
    ...(path === undefined ? {} : { path: bindMatcher(path, inAddress(evaluation)) }),
    answer: bindAnswer(answer, evaluation),
  };
}

function bindAnswer(answer: FailedAnswer<Expression>, evaluation: Evaluation): FailedAnswer<Value> {
  if (answer.kind === 'none') return answer;
  const { kind, status, json, text } = answer;
  return {
    kind,
    status,
    ...(json === undefined ? {} : { json: evaluateInto(json, evaluation) }),
    ...(text === undefined ? {} : { text: evaluateInto(text, evaluation) }),
  };
}

type ElementAct = Exclude<
  Extract<BrowserAct<Expression>, { readonly locator?: unknown }>,
  { readonly verb: 'browser.open' }
>;

const elementActs: readonly string[] = [
  'browser.click',
  'browser.fill',
  'browser.press',
  'browser.select',
  'browser.check',
  'browser.upload',
] satisfies ElementAct['verb'][];

function isElementAct(act: BrowserAct<Expression>): act is ElementAct {
  return elementActs.includes(act.verb);
}

function bindElementAct(act: ElementAct, evaluation: Evaluation): BrowserAct<Value> {
  if (act.verb === 'browser.press') {
    const { locator, ...rest } = act;
    return locator === undefined ? rest : { ...rest, locator: bindLocator(locator, evaluation) };
  }
  const locator = bindLocator(act.locator, evaluation);
  switch (act.verb) {
    case 'browser.click':
    case 'browser.check':
      return { ...act, locator };
    case 'browser.fill':
      return { ...act, locator, value: evaluateInto(act.value, evaluation) };
    case 'browser.select':
      return { ...act, locator, option: evaluateInto(act.option, evaluation) };
    case 'browser.upload':
      return { ...act, locator, files: act.files.map((file) => bindFile(file, evaluation)) };
  }
}

function bindFile(file: UploadFile<Expression>, evaluation: Evaluation): UploadFile<Value> {
  const { content } = file;
  return {
    ...file,
    name: evaluateInto(file.name, evaluation),
    content: content.kind === 'text' ? { kind: 'text', text: evaluateInto(content.text, evaluation) } : content,
  };
}
