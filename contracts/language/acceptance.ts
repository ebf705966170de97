import type { Matcher } from './matcher.ts';
import { compareNumbers } from './number.ts';
import { entryOf, equalValues, isInteger, isList, isMap, isNumeric, valueType, type Value } from './value.ts';

/** The value of a matcher's leaf; undefined when it is not known yet. */
export type Known<V> = (leaf: V) => Value | undefined;

/** What is asked of a matcher. */
interface Asked<V> {
  readonly value: Value;
  readonly known: Known<V>;
}

/** True, false, or undefined where it can't be told: a value that is not known yet, a pattern, a schema. */
type Answer = boolean | undefined;

/** Whether a matcher would accept a value, as far as that can be told before the run. */
export function accepts<V>(matcher: Matcher<V>, value: Value, known: Known<V>): Answer {
  return answer(matcher, { value, known });
}

function answer<V>(matcher: Matcher<V>, asked: Asked<V>): Answer {
  if (matcher.is === 'anything') return true;
  if (matcher.is === 'absent') return false;
  if (matcher.is === 'not') return opposite(answer(matcher.matcher, asked));
  if (matcher.is === 'oneOf') return anyOf(matcher.options.map((option) => answer(option, asked)));
  if (matcher.is === 'all') return allOf(matcher.matchers.map((each) => answer(each, asked)));
  if (matcher.is === 'object') return answerOfObject(matcher, asked);
  if ('items' in matcher || 'item' in matcher || 'length' in matcher) return answerOfList(matcher, asked);
  return answerOfLeaf(matcher, asked);
}

type Kind<V, K extends Matcher<V>['is']> = Extract<Matcher<V>, { readonly is: K }>;

function answerOfLeaf<V>(
  matcher: Kind<V, 'equal' | 'type' | 'gte' | 'lte' | 'matches' | 'schema' | 'agreeing'>,
  asked: Asked<V>,
): Answer {
  if ('bound' in matcher) return answerOfBound(matcher, asked);
  const { value, known } = asked;
  if (matcher.is === 'type') return matcher.type === 'integer' ? isInteger(value) : valueType(value) === matcher.type;
  const expected = matcher.is === 'equal' ? known(matcher.value) : undefined;
  return expected === undefined ? undefined : equalValues(expected, value);
}

function answerOfBound<V>(matcher: Kind<V, 'gte' | 'lte'>, { value, known }: Asked<V>): Answer {
  const bound = known(matcher.bound);
  if (bound === undefined) return undefined;
  // Texts have an order, too: nobody asks for it.
  if (!isNumeric(bound) || !isNumeric(value)) return typeof bound === typeof value ? undefined : false;
  const order = compareNumbers(value, bound);
  return matcher.is === 'gte' ? order >= 0 : order <= 0;
}

function answerOfList<V>(
  matcher: Kind<V, 'array' | 'unordered' | 'each' | 'contains' | 'length'>,
  { value, known }: Asked<V>,
): Answer {
  if (!isList(value)) return typeof value === 'string' ? undefined : false;
  const inner = (one: Matcher<V>, item: Value): Answer => answer(one, { value: item, known });
  if (matcher.is === 'length') return inner(matcher.length, value.length);
  if (matcher.is === 'each') return allOf(value.map((item) => inner(matcher.item, item)));
  if (matcher.is === 'contains') return value.length === 0 ? matcher.items.length === 0 : undefined;
  if (matcher.items.length !== value.length) return false;
  if (matcher.is === 'unordered' && value.length > 1) return undefined;
  return allOf(matcher.items.map((item, index) => inner(item, value[index] ?? null)));
}

function answerOfObject<V>(matcher: Kind<V, 'object'>, asked: Asked<V>): Answer {
  const { value, known } = asked;
  if (!isMap(value)) return false;
  if (matcher.exactly && Object.keys(value).some((key) => !Object.hasOwn(matcher.entries, key))) return false;
  return allOf(
    Object.entries(matcher.entries).map(([key, inner]) => {
      const found = entryOf(value, key);
      return found === undefined ? undefined : answer(inner, { value: found, known });
    }),
  );
}

function opposite(one: Answer): Answer {
  return one === undefined ? undefined : !one;
}

function anyOf(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function allOf(answers: readonly Answer[]): Answer {
  return opposite(anyOf(answers.map(opposite)));
}
