import { compareNumbers, isList, isMap, isNumeric, type Value } from '../../contracts/language/index.ts';

/** A value for libraries that know doubles only. */
export interface PlainValue {
  readonly plain: unknown;
  /** Whether no digit was lost. */
  readonly exact: boolean;
}

/** Replaces numbers that no double holds by the nearest double in the given direction. */
export function toPlain(value: Value, direction: 'down' | 'up'): PlainValue {
  let exact = true;
  const convert = (inner: Value): unknown => {
    if (isNumeric(inner) && typeof inner !== 'number') {
      exact = false;
      return nearestDouble(inner, direction);
    }
    if (isList(inner)) return inner.map(convert);
    if (isMap(inner)) return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, convert(item)]));
    return inner;
  };
  const plain = convert(value);
  return { plain, exact };
}

type Numeric = Extract<Value, number | bigint> | Parameters<typeof compareNumbers>[0];

function nearestDouble(value: Exclude<Numeric, number>, direction: 'down' | 'up'): number {
  const rounded = Math.min(Math.max(Number(value.toString()), -Number.MAX_VALUE), Number.MAX_VALUE);
  const order = compareNumbers(rounded, value);
  if (order === 0 || (direction === 'down' ? order < 0 : order > 0)) return rounded;
  const next = neighbour(rounded, direction);
  return Number.isFinite(next) ? next : rounded;
}

/** The next double below or above, by way of its bits. */
function neighbour(value: number, direction: 'down' | 'up'): number {
  if (value === 0) return direction === 'up' ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const away = (direction === 'up') === value > 0;
  view.setBigUint64(0, view.getBigUint64(0) + (away ? 1n : -1n));
  return view.getFloat64(0);
}
