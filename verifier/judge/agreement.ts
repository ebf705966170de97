import { entryOf, equalValues, isMap, type Value } from '../../contracts/language/index.ts';
import { below, tell, type Kind, type Place } from './findings.ts';
import { JudgeError } from './judge-error.ts';
import { describeTyped } from './words.ts';

/**
 * Whether all named readings are there and are the same value, typed: `3` on a page is not `"3"` in an answer.
 *
 * @throws JudgeError when fewer than two readings are named: one alone always agrees
 */
export function checkAgreeing({ names }: Kind<'agreeing'>, actual: Value, place: Place): void {
  if (new Set(names).size < 2) throw new JudgeError('fewer than two readings can’t agree');
  const readings = names.map((name) => ({ name, value: isMap(actual) ? entryOf(actual, name) : undefined }));
  for (const { name, value } of readings) {
    if (value === undefined) tell(below(place, name), () => ({ message: 'nothing was read there' }));
  }
  const [first, ...others] = readings.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
  for (const { name, value } of others) {
    if (first === undefined || equalValues(first.value, value)) continue;
    tell(place, () => ({
      message: `${first.name} says ${describeTyped(first.value)}, ${name} says ${describeTyped(value)}`,
      expected: first.value,
      actual: value,
    }));
  }
}
