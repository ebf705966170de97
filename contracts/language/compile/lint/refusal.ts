import { accepts, type Known } from '../../acceptance.ts';
import type { Expression } from '../../expression.ts';
import type { Matcher } from '../../matcher.ts';
import { noneOr } from '../../none.ts';
import type { NamedValue, PlanStep } from '../../plan.ts';
import type { ProbeVerb } from '../../probe.ts';
import { literalOf } from '../expression.ts';
import { spanOf, stepsOf, type Rule } from './subject.ts';
import { isEmpty } from './vacuous.ts';

type Compiled = Matcher<Expression>;

/**
 * A refusal looks the same when nothing works at all: a criterion whose whole evidence is that something did not happen needs a contrast
 * that must violate it.
 */
export const refusalHasContrast: Rule = (subject, problems) => {
  const { plan } = subject;
  if (plan.contrast !== undefined) return;
  const judged = stepsOf(plan).filter(({ section, stated }) => stated && section !== 'given');
  const known = knownIn(plan.values);
  if (!judged.every((step) => isRefusal(step, known))) return;
  problems.error({
    code: 'contrast-missing',
    message: 'all that is expected is that something does not happen: that also holds where nothing works',
    span: spanOf(subject, 'id'),
    hint: 'contrast: { as: { guest: reader } }, let: other values, or another given: with it the criterion must be violated',
  });
};

/** A leaf's value, as far as it is written: also that of a `let`. */
function knownIn(values: readonly NamedValue[]): Known<Expression> {
  return (expression) => {
    if (expression.kind !== 'reference' || expression.path.length !== 1) return literalOf(expression);
    const from = values.find(({ name }) => name === expression.path[0])?.from;
    return from?.kind === 'expression' ? literalOf(from.expression) : undefined;
  };
}

/** Whether a step's expectation is that something was refused, or is not there. */
function isRefusal({ probe, expectation }: PlanStep, known: Known<Expression>): boolean {
  if (probe.verb === 'together') return probe.steps.every((inner) => !inner.stated || isRefusal(inner, known));
  if (probe.verb === 'db.query') return allowsNoRows(entryOf(expectation, 'rows'), { sql: probe.sql, known });
  return refusals[probe.verb]?.(expectation, known) ?? false;
}

type IsRefusal = (expectation: Compiled, known: Known<Expression>) => boolean;

/** Whether none at all would be enough. */
const countsNone: IsRefusal = (expectation, known) => {
  const count = entryOf(expectation, 'count');
  return count !== undefined && accepts(count, 0, known) === true;
};

const refusals: Readonly<Partial<Record<ProbeVerb, IsRefusal>>> = {
  'browser.notSee': () => true,
  'browser.see': countsNone,
  'browser.requests': countsNone,
  'browser.asked': (expectation, known) => countsNone(expectation, known) || hasNoSuch(entryOf(expectation, 'dialogs')),
  'browser.downloaded': (expectation, known) =>
    countsNone(expectation, known) || hasNoSuch(entryOf(expectation, 'downloads')),
  'system.log': countsNone,
  'db.delta': (expectation, known) =>
    expectation.is === 'object' && Object.values(expectation.entries).every((table) => allowsNoChange(table, known)),
  'api.request': (expectation, known) => isClientError(entryOf(expectation, 'status'), known),
};

// “At most n such” is compiled to “does not contain one more”.
function hasNoSuch(list: Compiled | undefined): boolean {
  return list?.is === 'not' && list.matcher.is === 'contains';
}

function allowsNoChange(written: Compiled, known: Known<Expression>): boolean {
  if (written.is === 'absent') return true;
  const changes = noneOr(written);
  if (changes.is === 'length') return accepts(changes.length, 0, known) === true;
  return changes.is === 'object' && Object.values(changes.entries).every((kind) => allowsNoChange(kind, known));
}

function entryOf(matcher: Compiled, key: string): Compiled | undefined {
  if (matcher.is === 'object') return matcher.entries[key];
  if (matcher.is !== 'all') return undefined;
  return matcher.matchers.map((each) => entryOf(each, key)).find((found) => found !== undefined);
}

const successes = Array.from({ length: 100 }, (_none, index) => 200 + index);

// 4xx, or whatever else is met by one and by no success.
function isClientError(status: Compiled | undefined, known: Known<Expression>): boolean {
  if (status === undefined) return false;
  const accepted = (code: number): boolean => accepts(status, code, known) === true;
  const isKnown = successes.every((code) => accepts(status, code, known) === false);
  return isKnown && everyClientError.some(accepted);
}

const everyClientError = Array.from({ length: 100 }, (_none, index) => 400 + index);

/** No rows, or one row that counts none or says that there is none. */
function allowsNoRows(
  rows: Compiled | undefined,
  { sql, known }: { readonly sql: string; readonly known: Known<Expression> },
): boolean {
  if (rows === undefined) return false;
  if (accepts(rows, [], known) === true) return !isEmpty(rows);
  if (rows.is !== 'array' && rows.is !== 'unordered') return false;
  const [row, ...others] = rows.items;
  const [column, ...more] = row?.is === 'object' && others.length === 0 ? Object.values(row.entries) : [];
  return column !== undefined && more.length === 0 && saysNone(column, { sql, known });
}

// What is only not to be something else, a text for example, says nothing of a number.
function saysNone(
  column: Compiled,
  { sql, known }: { readonly sql: string; readonly known: Known<Expression> },
): boolean {
  if (isEmpty(column) || column.is === 'not') return false;
  return accepts(column, 0, known) === true || (asksExistence.test(sql) && accepts(column, false, known) === true);
}

const asksExistence = /^\s*select\s+exists\s*\(/iu;
