import type { Expression } from '../expression.ts';
import {
  isBrowserLook,
  type ApiProbe,
  type BrowserAct,
  type BrowserLook,
  type DatabaseProbe,
  type Locator,
  type Probe,
  type TextMatch,
} from '../probe.ts';
import type { Value } from '../value.ts';
import { evaluateInto, type Evaluation } from './evaluate.ts';
import { bindMatcher, escapePattern, mapEntries } from './matcher.ts';

/** Binds what a probe does; references in a path are percent-encoded. */
export function bindProbe(probe: Probe<Expression>, evaluation: Evaluation): Probe<Value> {
  if (probe.verb === 'system.restart') return probe;
  if (probe.verb === 'api.request') return bindApi(probe, evaluation);
  if (probe.verb === 'db.query' || probe.verb === 'db.exec' || probe.verb === 'db.delta')
    return bindDatabase(probe, evaluation);
  return isBrowserLook(probe) ? bindLook(probe, evaluation) : bindAct(probe, evaluation);
}

/** The evaluation for an address: what references hold is encoded, so that it can't change the address' structure. */
export function inAddress(evaluation: Evaluation): Evaluation {
  return { ...evaluation, encode: encodePart };
}

// A lone surrogate has no encoding; the replacement sign is what a browser would send.
function encodePart(text: string): string {
  return encodeURIComponent(
    text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu, '\uFFFD'),
  );
}

function bindApi(probe: ApiProbe<Expression>, evaluation: Evaluation): ApiProbe<Value> {
  const value = (expression: Expression): Value => evaluateInto(expression, evaluation);
  return {
    verb: probe.verb,
    actor: probe.actor,
    method: probe.method,
    path: evaluateInto(probe.path, inAddress(evaluation)),
    ...(probe.query === undefined ? {} : { query: mapEntries(probe.query, value) }),
    ...(probe.headers === undefined ? {} : { headers: mapEntries(probe.headers, value) }),
    ...(probe.body === undefined ? {} : { body: { kind: probe.body.kind, content: value(probe.body.content) } }),
  };
}

function bindDatabase(probe: DatabaseProbe<Expression>, evaluation: Evaluation): DatabaseProbe<Value> {
  if (probe.verb === 'db.delta') return probe;
  return { ...probe, params: probe.params.map((param) => evaluateInto(param, evaluation)) };
}

function bindLook(probe: BrowserLook<Expression>, evaluation: Evaluation): BrowserLook<Value> {
  switch (probe.verb) {
    case 'browser.see':
      return { ...probe, locator: bindLocator(probe.locator, evaluation) };
    case 'browser.notSee':
      return { ...probe, locator: bindLocator(probe.locator, evaluation) };
    case 'browser.at':
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

function bindAct(act: BrowserAct<Expression>, evaluation: Evaluation): BrowserAct<Value> {
  switch (act.verb) {
    case 'browser.open':
      return bindOpen(act, evaluation);
    case 'browser.dialog': {
      const { text, ...rest } = act;
      return text === undefined ? rest : { ...rest, text: evaluateInto(text, evaluation) };
    }
    case 'browser.reload':
    case 'browser.fresh':
      return act;
    case 'browser.click':
    case 'browser.fill':
    case 'browser.select':
    case 'browser.press':
      return bindElementAct(act, evaluation);
  }
}

type Open<V> = Extract<BrowserAct<V>, { readonly verb: 'browser.open' }>;

function bindOpen({ until, ...rest }: Open<Expression>, evaluation: Evaluation): Open<Value> {
  const path = evaluateInto(rest.path, inAddress(evaluation));
  return until === undefined ? { ...rest, path } : { ...rest, path, until: bindLocator(until, evaluation) };
}

type ElementAct = Extract<BrowserAct<Expression>, { readonly locator?: unknown }>;

function bindElementAct(act: ElementAct, evaluation: Evaluation): BrowserAct<Value> {
  switch (act.verb) {
    case 'browser.click':
      return { ...act, locator: bindLocator(act.locator, evaluation) };
    case 'browser.fill':
      return { ...act, locator: bindLocator(act.locator, evaluation), value: evaluateInto(act.value, evaluation) };
    case 'browser.select':
      return { ...act, locator: bindLocator(act.locator, evaluation), option: evaluateInto(act.option, evaluation) };
    case 'browser.press': {
      const { locator, ...rest } = act;
      return locator === undefined ? rest : { ...rest, locator: bindLocator(locator, evaluation) };
    }
  }
}

function bindLocator(locator: Locator<Expression>, evaluation: Evaluation): Locator<Value> {
  const { by, inside, has, nth } = locator;
  return {
    by: bindBy(by, evaluation),
    ...(inside === undefined ? {} : { inside: bindLocator(inside, evaluation) }),
    ...(has === undefined ? {} : { has: bindLocator(has, evaluation) }),
    ...(nth === undefined ? {} : { nth }),
  };
}

function bindBy(by: Locator<Expression>['by'], evaluation: Evaluation): Locator<Value>['by'] {
  switch (by.kind) {
    case 'role':
      return {
        kind: by.kind,
        role: by.role,
        ...(by.name === undefined ? {} : { name: bindText(by.name, evaluation) }),
      };
    case 'testId':
      return { kind: by.kind, id: evaluateInto(by.id, evaluation) };
    case 'css':
      return { kind: by.kind, selector: evaluateInto(by.selector, evaluation) };
    case 'label':
    case 'text':
    case 'placeholder':
    case 'alt':
    case 'title':
      return { kind: by.kind, text: bindText(by.text, evaluation) };
  }
}

function bindText(match: TextMatch<Expression>, evaluation: Evaluation): TextMatch<Value> {
  if (match.how !== 'matches') return { how: match.how, text: evaluateInto(match.text, evaluation) };
  return { how: match.how, pattern: evaluateInto(match.pattern, { ...evaluation, encode: escapePattern }) };
}
