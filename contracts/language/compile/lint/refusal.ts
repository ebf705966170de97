import type { Expression } from '../../expression.ts';
import type { Matcher } from '../../matcher.ts';
import type { PlanStep } from '../../plan.ts';
import type { ProbeVerb } from '../../probe.ts';
import { spanOf, stepsOf, type Rule } from './subject.ts';

type Compiled = Matcher<Expression>;

/**
 * A refusal looks the same when nothing works at all: a criterion whose whole evidence is that something did not happen needs a contrast
 * that must violate it.
 */
export const refusalHasContrast: Rule = (subject, problems) => {
  const { plan } = subject;
  if (plan.contrast !== undefined) return;
  const judged = stepsOf(plan).filter(({ section, stated }) => stated && section !== 'given');
  if (!judged.every(isRefusal)) return;
  problems.error({
    code: 'contrast-missing',
    message: 'all that is expected is that something does not happen: that also holds where nothing works',
    span: spanOf(subject, 'id'),
    hint: 'contrast: { as: { guest: reader } }, let: other values, or another given: with it the criterion must be violated',
  });
};

/** Whether a step's expectation is that something was refused, or is not there. */
function isRefusal({ probe, expectation }: PlanStep): boolean {
  if (probe.verb === 'together') return probe.steps.every((inner) => !inner.stated || isRefusal(inner));
  return refusals[probe.verb]?.(expectation) ?? false;
}

const countsNone = (expectation: Compiled): boolean => isAtMost(entryOf(expectation, 'count'));

const refusals: Readonly<Partial<Record<ProbeVerb, (expectation: Compiled) => boolean>>> = {
  'browser.notSee': () => true,
  'browser.see': countsNone,
  'browser.requests': countsNone,
  'browser.asked': (expectation) => countsNone(expectation) || hasNoSuch(entryOf(expectation, 'dialogs')),
  'browser.downloaded': (expectation) => countsNone(expectation) || hasNoSuch(entryOf(expectation, 'downloads')),
  'system.log': countsNone,
  'db.delta': (expectation) =>
    expectation.is === 'object' && expectation.exactly && Object.keys(expectation.entries).length === 0,
  'api.request': (expectation) => isClientError(entryOf(expectation, 'status')),
  'db.query': (expectation) => isZeroRows(entryOf(expectation, 'rows')),
};

/** Whether none at all would be enough. */
function isAtMost(count: Compiled | undefined): boolean {
  return count?.is === 'lte' || isLiteral(count, 0);
}

// “At most n such” is compiled to “does not contain one more”.
function hasNoSuch(list: Compiled | undefined): boolean {
  return list?.is === 'not' && list.matcher.is === 'contains';
}

function entryOf(matcher: Compiled, key: string): Compiled | undefined {
  if (matcher.is === 'object') return matcher.entries[key];
  if (matcher.is !== 'all') return undefined;
  return matcher.matchers.map((each) => entryOf(each, key)).find((found) => found !== undefined);
}

function isLiteral(matcher: Compiled | undefined, value: number): boolean {
  return matcher?.is === 'equal' && matcher.value.kind === 'literal' && matcher.value.value === value;
}

function isClientError(status: Compiled | undefined): boolean {
  if (status === undefined) return false;
  if (status.is === 'oneOf') return status.options.every(isClientError);
  if (status.is === 'all') {
    const bounds = status.matchers.flatMap((each) => ('bound' in each ? [numberIn(each.bound)] : []));
    return bounds.length === 2 && bounds.every((bound) => bound !== undefined && bound >= 400 && bound < 500);
  }
  const code = status.is === 'equal' ? numberIn(status.value) : undefined;
  return code !== undefined && code >= 400 && code < 500;
}

function numberIn(expression: Expression): number | undefined {
  return expression.kind === 'literal' && typeof expression.value === 'number' ? expression.value : undefined;
}

// No rows, or one row that counts none.
function isZeroRows(rows: Compiled | undefined): boolean {
  if (rows === undefined) return false;
  if (rows.is === 'length') return isLiteral(rows.length, 0);
  if (rows.is === 'equal') return isEmptyList(rows.value);
  if (rows.is !== 'array' && rows.is !== 'unordered') return false;
  const [first, ...others] = rows.items;
  return first === undefined || (others.length === 0 && isCountOfNone(first));
}

function isEmptyList(expression: Expression): boolean {
  return expression.kind === 'literal' && Array.isArray(expression.value) && expression.value.length === 0;
}

function isCountOfNone(row: Compiled): boolean {
  const columns = row.is === 'object' ? Object.values(row.entries) : [];
  return columns.length === 1 && isLiteral(columns[0], 0);
}
