import { entryOf, isList, isMap, type Matcher, type Value } from '../../contracts/language/index.ts';
import { holds } from './matchers.ts';

/** What can be said of a list of which only the beginning was read. */
type Answer = 'holds' | 'fails' | 'open';

/** Demands on elements of a page of which more were found than read: those that fail whatever the others are, and whether all hold whatever they are. */
export interface PartialAnswer {
  readonly found: number;
  readonly read: number;
  readonly failing: readonly string[];
  readonly isProven: boolean;
}

const PARTS: readonly string[] = ['elements', 'texts'];

/**
 * What a reading says of the elements of a page, when there were more than were read; `undefined` when all were.
 * Their `count` is that of all.
 */
export function judgePartial(expectation: Matcher<Value>, reading: Value): PartialAnswer | undefined {
  if (!isMap(reading)) return undefined;
  const [count, texts] = [entryOf(reading, 'count'), entryOf(reading, 'texts')];
  if (typeof count !== 'number' || texts === undefined || !isList(texts) || count <= texts.length) return undefined;
  const answers = partsOf(expectation).map(([part, matcher]): readonly [string, Answer] => {
    const list = entryOf(reading, part);
    return [part, list !== undefined && isList(list) ? answerOf(matcher, list) : 'open'];
  });
  return {
    found: count,
    read: texts.length,
    failing: answers.filter(([, answer]) => answer === 'fails').map(([part]) => part),
    isProven: answers.every(([, answer]) => answer === 'holds'),
  };
}

/** What is demanded of the lists; an expectation of another form may demand anything of them. */
function partsOf(expectation: Matcher<Value>): readonly (readonly [string, Matcher<Value>])[] {
  if (expectation.is === 'anything') return [];
  if (expectation.is === 'all') return expectation.matchers.flatMap(partsOf);
  if (expectation.is !== 'object') return [['', expectation]];
  return Object.entries(expectation.entries).filter(([key]) => PARTS.includes(key));
}

function answerOf(matcher: Matcher<Value>, beginning: readonly Value[]): Answer {
  if (matcher.is === 'contains') return holds(matcher, beginning) ? 'holds' : 'open';
  if (matcher.is === 'each') return holds(matcher, beginning) ? 'open' : 'fails';
  if (matcher.is === 'array') return fitsSoFar(matcher.items, beginning) ? 'open' : 'fails';
  return answerOfCombined(matcher, beginning);
}

function answerOfCombined(matcher: Matcher<Value>, beginning: readonly Value[]): Answer {
  if (matcher.is === 'not') return opposite[answerOf(matcher.matcher, beginning)];
  if (matcher.is === 'all') return allOf(matcher.matchers.map((one) => answerOf(one, beginning)));
  if (matcher.is === 'oneOf') return opposite[allOf(matcher.options.map((one) => opposite[answerOf(one, beginning)]))];
  return 'open';
}

const opposite = { holds: 'fails', fails: 'holds', open: 'open' } as const;

function allOf(answers: readonly Answer[]): Answer {
  if (answers.includes('fails')) return 'fails';
  return answers.includes('open') ? 'open' : 'holds';
}

/** The whole list is longer than its beginning, and has the same items there. */
function fitsSoFar(items: readonly Matcher<Value>[], beginning: readonly Value[]): boolean {
  return items.length > beginning.length && beginning.every((value, index) => holds(items[index] ?? never, value));
}

const never: Matcher<Value> = { is: 'absent' };
