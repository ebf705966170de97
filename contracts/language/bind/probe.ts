import type { Expression } from '../expression.ts';
import {
  isBrowserLook,
  isBrowserProbe,
  type AgreeProbe,
  type AgreeReading,
  type AlwaysProbe,
  type ApiProbe,
  type DatabaseProbe,
  type Probe,
  type SystemProbe,
  type TogetherProbe,
} from '../probe.ts';
import type { Value } from '../value.ts';
import { inAddress } from './address.ts';
import { bindAct, bindLook } from './browser.ts';
import { evaluateInto, type Evaluation } from './evaluate.ts';
import { bindMatcher, mapEntries } from './matcher.ts';

/** A probe that is one thing; a `together` holds steps, which are bound one by one. */
export type SingleProbe<V> = Exclude<Probe<V>, TogetherProbe<V>>;

/** Binds what a probe does; references in a path are percent-encoded. */
export function bindProbe(probe: SingleProbe<Expression>, evaluation: Evaluation): SingleProbe<Value> {
  if (isBrowserProbe(probe)) return isBrowserLook(probe) ? bindLook(probe, evaluation) : bindAct(probe, evaluation);
  if (probe.verb === 'api.request') return bindApi(probe, evaluation);
  if (probe.verb === 'values.agree') return bindAgree(probe, evaluation);
  return isDatabaseProbe(probe) ? bindDatabase(probe, evaluation) : bindSystem(probe, evaluation);
}

function isDatabaseProbe<V>(probe: Probe<V>): probe is DatabaseProbe<V> {
  return probe.verb.startsWith('db.');
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
  if (probe.verb === 'db.delta' || probe.verb === 'db.reject') return probe;
  return { ...probe, params: probe.params.map((param) => evaluateInto(param, evaluation)) };
}

function bindSystem(
  probe: SystemProbe<Expression> | AlwaysProbe,
  evaluation: Evaluation,
): SystemProbe<Value> | AlwaysProbe {
  if (probe.verb !== 'system.log') return probe;
  const { line, ...rest } = probe;
  return line === undefined ? rest : { ...rest, line: bindMatcher(line, evaluation) };
}

function bindAgree(probe: AgreeProbe<Expression>, evaluation: Evaluation): AgreeProbe<Value> {
  return { ...probe, readings: probe.readings.map((reading) => bindReading(reading, evaluation)) };
}

// What is bound has the verb that it had.
function bindReading(reading: AgreeReading<Expression>, evaluation: Evaluation): AgreeReading<Value> {
  return { ...reading, probe: bindProbe(reading.probe, evaluation) as AgreeReading<Value>['probe'] };
}
