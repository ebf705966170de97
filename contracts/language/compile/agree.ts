import type { Expression } from '../expression.ts';
import type { ElementProperty } from '../locator.ts';
import type { AgreeReading } from '../probe.ts';
import { listWords } from '../wording.ts';
import { entry, textOf, type Entry } from '../yaml/node.ts';
import { actorOf, parameter, type VerbCompiler } from './built.ts';
import { compileContent } from './api.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { compileStatement, sqlWords } from './database.ts';
import { compileExpression } from './expression.ts';
import { compileLocator } from './locator.ts';
import { locatorWords, plainWords } from './words.ts';

interface Reading {
  readonly reading: AgreeReading<Expression>;
  readonly words: string;
}

type ReadingCompiler = (step: WrittenStep, context: StepContext) => Reading | undefined;

/** One value, read in at least two places. */
const agree: VerbCompiler = (step, context) => {
  const written = (['browser', 'api', 'db'] as const).flatMap((name) => {
    const found = entry(step.parameters, name);
    return found === undefined ? [] : [{ found, compile: compilers[name] }];
  });
  const readings = written.map(({ found, compile }) => compile(readingStep(step, found), context));
  if (written.length < 2) {
    context.problems.error({
      code: 'one-reading',
      message: 'a value that is read in one place agrees with nothing',
      span: step.verbSpan,
      hint: 'say at least two of browser, api and db',
    });
    return undefined;
  }
  const complete = readings.flatMap((reading) => reading ?? []);
  if (complete.length < readings.length) return undefined;
  return {
    probe: { verb: 'values.agree', readings: complete.map(({ reading }) => reading) },
    kind: 'look',
    stated: true,
    expectation: { is: 'agreeing', names: complete.map(({ reading }) => reading.name) },
    words: `the same: ${listWords(
      complete.map(({ words }) => words),
      'and',
    )}`,
  };
};

/** The reading as if it were a step: with its own parameters, at its own place. */
function readingStep(step: WrittenStep, { keySpan, value }: Entry): WrittenStep {
  return { ...step, parameters: value, verbSpan: keySpan };
}

const readProperties: readonly ElementProperty[] = ['text', 'number', 'value'];

const browser: ReadingCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const locator = compileLocator(step.parameters, context, { span: step.verbSpan });
  const read = readProperties.find((property) => property === textOf(parameter(step, 'read')));
  if (actor === undefined || locator === undefined || read === undefined) return undefined;
  return {
    reading: {
      name: 'browser',
      probe: { verb: 'browser.see', actor, locator, read: { properties: [read], attributes: [], styles: [] } },
      pointer: `/elements/0/${read}`,
    },
    words: `${read} of ${locatorWords(locator)} as ${actor} sees it`,
  };
};

const api: ReadingCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const pathNode = parameter(step, 'path');
  const at = textOf(parameter(step, 'at'));
  if (actor === undefined || pathNode === undefined || at === undefined) return undefined;
  const path = compileExpression(pathNode, context);
  return {
    reading: {
      name: 'api',
      probe: { verb: 'api.request', actor, method: 'GET', path, ...compileContent(step, context) },
      pointer: `/json${at}`,
    },
    words: `${at === '' ? 'body' : at} of GET ${plainWords(path)} as ${actor}`,
  };
};

const db: ReadingCompiler = (step, context) => {
  const statement = compileStatement(step, context);
  const at = textOf(parameter(step, 'at'));
  if (statement === undefined || at === undefined) return undefined;
  return {
    reading: { name: 'db', probe: { verb: 'db.query', ...statement }, pointer: `/rows${at}` },
    words: `${at === '' ? 'rows' : at} of ${sqlWords(statement.sql)}`,
  };
};

const compilers: Readonly<Record<AgreeReading<Expression>['name'], ReadingCompiler>> = { browser, api, db };

/** What is compared across surfaces. */
export const valueVerbs = { 'values.agree': agree } as const;
