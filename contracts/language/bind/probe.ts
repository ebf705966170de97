import type { Expression } from '../expression.ts';
import type { ApiProbe, BrowserAct, BrowserLook, DatabaseProbe, Locator, Probe, TextMatch } from '../probe.ts';
import type { Value } from '../value.ts';
import { evaluateInto, type Evaluation } from './evaluate.ts';
import { bindMatcher, escapePattern, mapEntries } from './matcher.ts';

/** Binds what a probe does; references in a path are percent-encoded. */
export function bindProbe(probe: Probe<Expression>, evaluation: Evaluation): Probe<Value> {
  switch (probe.verb) {
    case 'api.request':
      return bindApi(probe, evaluation);
    case 'db.query':
    case 'db.exec':
    case 'db.delta':
      return bindDatabase(probe, evaluation);
    case 'system.restart':
      return probe;
    case 'browser.see':
    case 'browser.notSee':
    case 'browser.at':
    case 'browser.requests':
      return bindLook(probe, evaluation);
    default:
      return bindAct(probe, evaluation);
  }
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
  const value = (expression: Expression): Value => evaluateInto(expression, evaluation);
  switch (act.verb) {
    case 'browser.open': {
      const { until, ...rest } = act;
      const path = evaluateInto(act.path, inAddress(evaluation));
      return { ...rest, path, ...(until === undefined ? {} : { until: bindLocator(until, evaluation) }) };
    }
    case 'browser.click':
      return { ...act, locator: bindLocator(act.locator, evaluation) };
    case 'browser.fill':
      return { ...act, locator: bindLocator(act.locator, evaluation), value: value(act.value) };
    case 'browser.select':
      return { ...act, locator: bindLocator(act.locator, evaluation), option: value(act.option) };
    case 'browser.press': {
      const { locator, ...rest } = act;
      return { ...rest, ...(locator === undefined ? {} : { locator: bindLocator(locator, evaluation) }) };
    }
    case 'browser.dialog': {
      const { text, ...rest } = act;
      return { ...rest, ...(text === undefined ? {} : { text: value(text) }) };
    }
    case 'browser.reload':
    case 'browser.fresh':
      return act;
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
    default:
      return { kind: by.kind, text: bindText(by.text, evaluation) };
  }
}

function bindText(match: TextMatch<Expression>, evaluation: Evaluation): TextMatch<Value> {
  if (match.how !== 'matches') return { how: match.how, text: evaluateInto(match.text, evaluation) };
  return { how: match.how, pattern: evaluateInto(match.pattern, { ...evaluation, encode: escapePattern }) };
}
