import { accepts } from '../acceptance.ts';
import { isNoneAllowed, noneOr, orNone } from '../none.ts';
import { nameHint, quote } from '../wording.ts';
import { entriesOf, nodeKind, textOf, type Entry, type Node } from '../yaml/node.ts';
import type { BuiltStep, Compiled } from './built.ts';
import type { StepContext } from './context.ts';
import { literalOf } from './expression.ts';
import { compileMatcher } from './matcher.ts';
import { expectedWords } from './words.ts';

const kinds: readonly string[] = ['inserted', 'updated', 'deleted'];

/**
 * Compiles the changes that a `db.delta` expects. A table's changes are exactly those that are named; other tables have none,
 * unless `$others: any`.
 */
export function compileDelta(node: Node, context: StepContext): Pick<BuiltStep, 'expectation' | 'words'> {
  const tables = entriesOf(node).filter(isTable);
  const others = entriesOf(node).find(({ key }) => key === '$others');
  if (others !== undefined && textOf(others.value) !== 'any') {
    context.problems.error({ code: 'wrong-value', message: '“$others” must be any', span: others.value.span });
  }
  if (others !== undefined && tables.length === 0) {
    context.problems.error({
      code: 'no-expectation',
      message: 'db.delta expects nothing: any change will do',
      span: others.keySpan,
    });
  }
  const entries = tables.map((table): [string, Compiled] => [table.key, compileTable(table, context)]);
  const rest = others === undefined ? ' and nothing else' : '';
  const changes = entries.map(([name, matcher]) => `${name} ${changeWords(matcher)}`).join(', ');
  return {
    expectation: { is: 'object', entries: Object.fromEntries(entries), exactly: others === undefined },
    words: entries.length === 0 ? 'database: nothing changed' : `database: changed ${changes}${rest}`,
  };
}

// `service: db` and `within: 10s` are the step's own; a table of such a name has a mapping.
function isTable({ key, value }: Entry): boolean {
  if (key === '$others') return false;
  return value.kind === 'map' || (key !== 'service' && key !== 'within');
}

function compileTable({ key, value }: Entry, context: StepContext): Compiled {
  if (value.kind !== 'map') {
    context.problems.error({
      code: 'wrong-type',
      message: `${quote(key)} must be a mapping such as { inserted: 1 }, not ${nodeKind(value)}`,
      span: value.span,
    });
    return { is: 'anything' };
  }
  if (value.entries.length === 0) return { is: 'absent' };
  const entries = value.entries.map((change): [string, Compiled] => [change.key, compileChange(change, key, context)]);
  // A table of which every kind of change is 0 is not among those that changed.
  if (entries.every(([, matcher]) => matcher.is === 'absent')) return { is: 'absent' };
  const changes: Compiled = { is: 'object', entries: Object.fromEntries(entries), exactly: true };
  return entries.every(([, matcher]) => isNoneAllowed(matcher)) ? orNone(changes) : changes;
}

function compileChange({ key, keySpan, value }: Entry, table: string, context: StepContext): Compiled {
  if (!kinds.includes(key)) {
    context.problems.error({
      code: 'unknown-key',
      message: `unknown key ${quote(key)} in ${quote(table)}`,
      span: keySpan,
      hint: nameHint(key, kinds),
    });
    return { is: 'anything' };
  }
  if (isNoRows(value)) return { is: 'absent' };
  if (value.kind === 'list') return { is: 'unordered', items: value.items.map((row) => compileMatcher(row, context)) };
  if (isCount(value) || isCountMatcher(value)) return compileCount(value, context);
  const oneRow = value.kind === 'map';
  context.problems.error({
    code: 'wrong-type',
    message: `${quote(key)} must be a number of rows or a list of rows, not ${oneRow ? 'one row' : nodeKind(value)}`,
    span: value.span,
    hint: oneRow ? 'put the row into a list: [ { … } ]' : undefined,
  });
  return { is: 'anything' };
}

// What is not known yet, a reference for example, may turn out to be none: that is decided when it is bound.
function compileCount(value: Node, context: StepContext): Compiled {
  const count = compileMatcher(value, context);
  const rows: Compiled = { is: 'length', length: count };
  return accepts(count, 0, literalOf) === false ? rows : orNone(rows);
}

// Kinds of change without rows are not observed at all.
function isNoRows(value: Node): boolean {
  return value.kind === 'scalar' ? value.value === 0 : value.kind === 'list' && value.items.length === 0;
}

/** A number of rows, or a reference to one. */
function isCount(value: Node): boolean {
  if (value.kind !== 'scalar') return false;
  if (typeof value.value === 'string') return value.place !== undefined;
  return typeof value.value === 'number' && Number.isInteger(value.value) && value.value > 0;
}

function isCountMatcher(value: Node): boolean {
  return value.kind === 'map' && value.entries.length > 0 && value.entries.every(({ key }) => key.startsWith('$'));
}

function changeWords(written: Compiled): string {
  const matcher = noneOr(written);
  if (matcher.is !== 'object') return matcher.is === 'absent' ? 'not' : expectedWords(matcher);
  return Object.entries(matcher.entries)
    .map(([kind, change]) => `${kind} ${countWords(change)}`)
    .join(', ');
}

function countWords(written: Compiled): string {
  const change = noneOr(written);
  if (change.is === 'length') return expectedWords(change.length);
  if (change.is === 'absent') return '0';
  return change.is === 'unordered' ? expectedWords({ is: 'array', items: change.items }) : expectedWords(change);
}
