import type { Expression } from '../../expression.ts';
import type { Matcher } from '../../matcher.ts';
import { isList, isMap, type Value } from '../../value.ts';
import { quote } from '../../wording.ts';
import { placeOf, stepsOf, type Rule } from './subject.ts';

const namingKeys = /^(e-?mail|user_?name|login|slug|title|handle)$/iu;

/** What is the same in every run can be right by chance, and meets what an earlier run left. */
export const dataIsFresh: Rule = ({ plan }, problems) => {
  for (const step of plan.given) {
    const { probe } = step;
    if (probe.verb !== 'api.request' || probe.method !== 'POST' || probe.body?.kind !== 'json') continue;
    const fixed = fixedText(probe.body.content, '');
    if (fixed === undefined) continue;
    problems.warning({
      code: 'fixed-data',
      message: `${quote(fixed)} is the same in every run`,
      ...placeOf(step),
      hint: 'make it anew: let: { title: { fake: lorem.sentence } }',
    });
  }
};

function fixedText(expression: Expression, key: string): string | undefined {
  if (expression.kind === 'literal') return fixedValue(expression.value, key);
  if (expression.kind === 'map') {
    return firstOf(Object.entries(expression.entries).map(([name, inner]) => fixedText(inner, name)));
  }
  return expression.kind === 'list' ? firstOf(expression.items.map((item) => fixedText(item, key))) : undefined;
}

function fixedValue(value: Value, key: string): string | undefined {
  if (typeof value === 'string') return namingKeys.test(key) || /^\S+@\S+\.\S+$/u.test(value) ? value : undefined;
  if (isList(value)) return firstOf(value.map((item) => fixedValue(item, key)));
  return isMap(value) ? firstOf(Object.entries(value).map(([name, inner]) => fixedValue(inner, name))) : undefined;
}

function firstOf(found: readonly (string | undefined)[]): string | undefined {
  return found.find((text) => text !== undefined);
}

/** A table has no order of its own. */
export const rowsAreOrdered: Rule = ({ plan }, problems) => {
  for (const step of stepsOf(plan)) {
    const { probe, expectation } = step;
    if (probe.verb !== 'db.query' || /\border\s+by\b/iu.test(probe.sql)) continue;
    const rows = expectation.is === 'object' ? expectation.entries['rows'] : undefined;
    if (rowCount(rows) < 2) continue;
    problems.warning({
      code: 'unordered-rows',
      message: 'several rows are expected in order, and the statement has no “order by”',
      ...placeOf(step),
      hint: 'order by …, or rows: { $unordered: [ … ] }',
    });
  }
};

function rowCount(rows: Matcher<Expression> | undefined): number {
  if (rows?.is === 'array') return rows.items.length;
  return rows?.is === 'equal' && rows.value.kind === 'literal' && isList(rows.value.value)
    ? rows.value.value.length
    : 0;
}

/** What the application has read, it may keep: rows that change under it are no state that people can bring about. */
export const execComesFirst: Rule = ({ plan }, problems) => {
  const steps = stepsOf(plan);
  const opened = steps.findIndex(({ probe }) => probe.verb === 'browser.open');
  if (opened < 0) return;
  for (const step of steps.slice(opened)) {
    if (step.probe.verb !== 'db.exec') continue;
    problems.warning({
      code: 'late-exec',
      message: 'rows change behind the application’s back after it was opened',
      ...placeOf(step),
      hint: 'put it before the first browser.open',
    });
  }
};
