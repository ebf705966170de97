import { pointerInto, valueType, type Matcher, type Value } from '../../contracts/language/index.ts';
import type { Mismatch } from '../../reports/index.ts';
import { describeMatcher, describeTyped, describeValue } from './words.ts';

/** Where a matcher tells what does not fit. A mismatch is made only when somebody wants to read it. */
export interface Findings {
  /** Whether the answer is known already, so that looking further is waste. */
  readonly enough: boolean;
  add(make: () => Mismatch): void;
}

/** Keeps every mismatch. */
export class AllFindings implements Findings {
  readonly enough = false;
  readonly mismatches: Mismatch[] = [];

  add(make: () => Mismatch): void {
    this.mismatches.push(make());
  }
}

/** Keeps only whether there is one. */
export class AnyFinding implements Findings {
  enough = false;

  add(): void {
    this.enough = true;
  }
}

/** Where in the observation one looks, and whom one tells. */
export interface Place {
  /** JSON Pointer. */
  readonly path: string;
  readonly findings: Findings;
}

/** How a matcher looks into a part of what it was given. */
export type Check = (matcher: Matcher<Value>, actual: Value | undefined, place: Place) => void;

/** The matcher of one kind. */
export type Kind<K extends Matcher<Value>['is']> = Extract<Matcher<Value>, { readonly is: K }>;

/** The place one level below. */
export function below(place: Place, key: string | number): Place {
  return { path: pointerInto(place.path, key), findings: place.findings };
}

/** Tells a mismatch at this place. */
export function tell(place: Place, make: () => Omit<Mismatch, 'path'>): void {
  place.findings.add(() => ({ path: place.path, ...make() }));
}

/** Tells that something else is there than the matcher demands. */
export function tellUnexpected(matcher: Matcher<Value>, actual: Value, place: Place): void {
  tell(place, () => {
    const found = sameType(matcher, actual) ? describeValue(actual) : describeTyped(actual);
    return { message: `expected ${describeMatcher(matcher)}, found ${found}`, expected: expectedOf(matcher), actual };
  });
}

/** Whether naming the type would tell a reader nothing: different literals of one type look different. */
function sameType(matcher: Matcher<Value>, actual: Value): boolean {
  if (matcher.is === 'gte' || matcher.is === 'lte') return valueType(matcher.bound) === valueType(actual);
  return matcher.is === 'equal' && valueType(matcher.value) === valueType(actual);
}

/** What was expected, for the report: the value itself, or words. */
export function expectedOf(matcher: Matcher<Value>): Value {
  return matcher.is === 'equal' ? matcher.value : describeMatcher(matcher);
}
