import { LosslessNumber } from 'lossless-json';

/** Integers longer than this stay decimal text, so that `1e1000000` in a response costs nothing. */
const longestInteger = 1_000;

interface Decimal {
  readonly negative: boolean;
  /** Without leading and trailing zeros; empty for zero. */
  readonly digits: string;
  /** The number is `digits × 10^exponent`. */
  readonly exponent: number;
}

/**
 * The one form of a number that is written as JSON or as PostgreSQL's numeric: a `number` when a double holds it exactly as
 * written, else a `bigint` for integers, else a `LosslessNumber` with its decimal text in a normal form. `-0` is `0`, `1.50` is `1.5`.
 *
 * @throws SyntaxError when the text is no decimal number
 */
export function numberFromText(text: string): number | bigint | LosslessNumber {
  const decimal = readDecimal(text);
  if (decimal === undefined) throw new SyntaxError(`“${text}” is no decimal number`);
  if (decimal.digits === '') return 0;
  const double = Number(text);
  if (Number.isFinite(double) && sameDecimal(decimal, readDecimal(String(double)))) return double;
  if (decimal.exponent >= 0 && decimal.digits.length + decimal.exponent <= longestInteger) {
    return BigInt(sign(decimal) + decimal.digits + '0'.repeat(decimal.exponent));
  }
  return new LosslessNumber(writeDecimal(decimal));
}

function readDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,12}))?$/u.exec(text);
  if (match === null) return undefined;
  const [, signText = '', whole = '', fraction = '', exponentText = '0'] = match;
  const written = whole + fraction;
  if (written === '') return undefined;
  const leading = written.replace(/^0+/u, '');
  const digits = withoutTrailingZeros(leading);
  const exponent = Number(exponentText) - fraction.length + (leading.length - digits.length);
  return { negative: signText === '-', digits, exponent };
}

// By hand: /0+$/ takes quadratic time on a long run of zeros that is followed by another digit.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

function sameDecimal(left: Decimal, right: Decimal | undefined): boolean {
  return left.negative === right?.negative && left.digits === right.digits && left.exponent === right.exponent;
}

function sign(decimal: Decimal): string {
  return decimal.negative ? '-' : '';
}

function writeDecimal(decimal: Decimal): string {
  const { digits, exponent } = decimal;
  const point = digits.length + exponent;
  if (exponent >= 0 || point < -20) return `${sign(decimal)}${digits}e${String(exponent)}`;
  if (point <= 0) return `${sign(decimal)}0.${'0'.repeat(-point)}${digits}`;
  return `${sign(decimal)}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** -1, 0 or 1: how two numbers compare, without loss. */
export function compareNumbers(
  left: number | bigint | LosslessNumber,
  right: number | bigint | LosslessNumber,
): -1 | 0 | 1 {
  const a = readDecimal(left.toString());
  const b = readDecimal(right.toString());
  if (a === undefined || b === undefined) throw new SyntaxError('no decimal number');
  const signs = signum(a) - signum(b);
  if (signs !== 0) return signs < 0 ? -1 : 1;
  const magnitude = compareMagnitudes(a, b);
  return a.negative ? invert(magnitude) : magnitude;
}

function signum(decimal: Decimal): number {
  if (decimal.digits === '') return 0;
  return decimal.negative ? -1 : 1;
}

function invert(order: -1 | 0 | 1): -1 | 0 | 1 {
  if (order === 0) return 0;
  return order === 1 ? -1 : 1;
}

function compareMagnitudes(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const points = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (points !== 0 && a.digits !== '' && b.digits !== '') return points < 0 ? -1 : 1;
  if (a.digits === b.digits) return 0;
  // Without leading zeros, and with the point at the same place, digits compare as text.
  return a.digits < b.digits ? -1 : 1;
}
