import type { Expression } from '../expression.ts';
import type { RowChange } from '../probe.ts';
import { listWords, nameHint, quote, shorten } from '../wording.ts';
import { entry, field, itemsOf, textOf, textsOf, type Node, type ScalarNode } from '../yaml/node.ts';
import { done, having, notRefused, parameter, type VerbCompiler } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { compileDelta } from './delta.ts';
import { compileExpression } from './expression.ts';
import { optionalMatcher } from './matcher.ts';
import { refuseReferences } from './plain.ts';
import { readTemplate } from './template.ts';
import { compileFailIf } from './waits.ts';
import { expectedWords } from './words.ts';

const query: VerbCompiler = (step, context) => {
  const statement = compileQuery(step, context);
  const expect = entry(step.parameters, 'expect');
  const rowsNode = field(expect?.value, 'rows');
  const rows = rowsNode === undefined ? undefined : optionalMatcher(rowsNode, context);
  if (expect !== undefined && rows === undefined) {
    context.problems.error({
      code: 'no-expectation',
      message: '“expect” is empty',
      span: expect.keySpan,
      hint: 'say rows: …',
    });
  }
  const failIf = compileFailIf(step, context, (node) => {
    const failing = optionalMatcher(field(node, 'rows'), context);
    return failing === undefined ? undefined : having({ rows: failing });
  });
  if (statement === undefined) return undefined;
  return {
    probe: { verb: 'db.query', ...statement },
    ...failIf,
    kind: 'look',
    stated: rows !== undefined,
    expectation: rows === undefined ? notRefused : having({ rows }),
    words: `database: ${sqlWords(statement.sql)}${rows === undefined ? '' : ` gives ${expectedWords(rows)}`}`,
  };
};

const exec: VerbCompiler = (step, context) => {
  const statement = compileStatement(step, context);
  const because = textOf(parameter(step, 'because'));
  if (context.section === 'when' && because === undefined) {
    context.problems.error({
      code: 'because-missing',
      message: 'db.exec in “when” changes rows behind the application’s back: say why',
      span: step.verbSpan,
      hint: 'because: …',
    });
  }
  if (statement === undefined) return undefined;
  return {
    probe: { verb: 'db.exec', ...statement },
    kind: 'act',
    stated: false,
    expectation: notRefused,
    words: `database: run ${sqlWords(statement.sql)}${because === undefined ? '' : `, because ${because}`}`,
  };
};

const delta: VerbCompiler = (step, context) => {
  // A table may be called “service”; tables have mappings, the service is a name.
  const own = textOf(parameter(step, 'service')) === undefined ? undefined : parameter(step, 'service');
  const service = serviceOf(own, step, context);
  const changes = compileDelta(step.parameters, context);
  if (service === undefined) return undefined;
  return { probe: { verb: 'db.delta', service }, kind: 'look', stated: true, ...changes };
};

const reject: VerbCompiler = (step, context) => {
  const service = serviceOf(parameter(step, 'service'), step, context);
  const tableNode = parameter(step, 'table');
  const table = textOf(tableNode);
  const on = parameter(step, 'on');
  const refused = rowChanges.filter((change) => [textOf(on), ...textsOf(on)].includes(change));
  if (tableNode !== undefined && !refuseReferences('table', tableNode, context)) return undefined;
  if (service === undefined || table === undefined) return undefined;
  return {
    probe: { verb: 'db.reject', service, table, on: refused },
    kind: 'act',
    stated: false,
    expectation: done,
    words: `database: refuses ${listWords(refused, 'and')} on ${table}`,
  };
};

const rowChanges: readonly RowChange[] = ['insert', 'update', 'delete'];

/** The statement of a step, and the database that it goes to. */
export function compileStatement(
  step: WrittenStep,
  context: StepContext,
): { service: string; sql: string; params: Expression[] } | undefined {
  const service = serviceOf(parameter(step, 'service'), step, context);
  const sql = sqlOf(parameter(step, 'sql'), context);
  const params = itemsOf(parameter(step, 'params')).map((param) => compileExpression(param, context));
  return service === undefined || sql === undefined ? undefined : { service, sql, params };
}

/** A statement that can bring rows. What else brings none is only known to the server, and told when it runs. */
function compileQuery(step: WrittenStep, context: StepContext): ReturnType<typeof compileStatement> {
  const node = parameter(step, 'sql');
  const statement = compileStatement(step, context);
  if (node === undefined || statement === undefined) return statement;
  const word = firstWordOf(statement.sql);
  if (word !== '' && !bringsNoRows.has(word)) return statement;
  context.problems.error({
    code: 'no-query',
    message: word === '' ? 'this statement is empty' : `${quote(word)} brings no rows: it is no query`,
    span: node.span,
    hint: 'a look is a statement that brings rows, such as select …',
  });
  return undefined;
}

/** Commands that change a session or a transaction, and nothing that could be looked at. */
const bringsNoRows: ReadonlySet<string> = new Set(
  'set reset discard begin start commit end rollback abort savepoint release lock listen unlisten notify do'.split(' '),
);

/** In small letters, comments before it left out; an empty text where the statement has none. */
function firstWordOf(sql: string): string {
  const said = sql.replace(/^(?:\s|;|--[^\n]*(?:\n|$)|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/u, '');
  return (/^[a-z]+/iu.exec(said)?.[0] ?? said.slice(0, 1)).toLowerCase();
}

function sqlOf(node: Node | undefined, context: StepContext): string | undefined {
  const sql = textOf(node);
  if (node === undefined || sql === undefined) return undefined;
  for (const part of readTemplate(node as ScalarNode, context.problems) ?? []) {
    if (typeof part === 'string') continue;
    context.problems.error({
      code: 'reference-in-sql',
      message: 'SQL takes no references',
      span: part.span,
      hint: `write $1 here, and params: [ "{{${part.path.join('.')}}}" ]`,
    });
  }
  return sql;
}

function serviceOf(node: Node | undefined, step: WrittenStep, context: StepContext): string | undefined {
  const { databases } = context.system;
  const name = textOf(node);
  if (node !== undefined && name !== undefined) {
    if (databases.includes(name) || !context.system.known) return name;
    context.problems.error({
      code: 'unknown-service',
      message: `there is no database ${quote(name)}`,
      span: node.span,
      hint: nameHint(name, databases),
    });
    return undefined;
  }
  const [only, ...others] = databases;
  if (only !== undefined && others.length === 0) return only;
  if (!context.system.known) return undefined;
  context.problems.error({
    code: 'no-service',
    message: only === undefined ? 'the system has no database' : 'which database? “service” is missing',
    span: step.verbSpan,
    hint: only === undefined ? undefined : `one of ${databases.join(', ')}`,
  });
  return undefined;
}

/** A statement in a sentence. */
export function sqlWords(sql: string): string {
  return quote(shorten(sql.replace(/\s+/gu, ' ').trim(), 100));
}

/** Looks into the database, acts on it, and its faults. */
export const databaseVerbs = { 'db.query': query, 'db.exec': exec, 'db.delta': delta, 'db.reject': reject } as const;
