import { numberFromText, type Value } from '../../../contracts/language/index.ts';

/** Digits with a decimal point, or with commas between groups of three; a sign only where no word or number stands before it. */
const numbers = /(?<![\p{L}\p{N}.,])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\d[\d.,]*/gu;
const wellFormed = /^[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/u;

/**
 * The only number in a text (`1,234 likes` is 1234, `-5 °C` is -5, `v2` is 2), without loss.
 * `null` when there is none, when there are several, or when it is written in another way than English does (`1.234,5`).
 */
export function onlyNumber(text: string): Value {
  const found = [...text.matchAll(numbers)].map(([number]) => number.replace(/[.,]+$/u, ''));
  const [number, ...others] = found;
  if (number === undefined || others.length > 0 || !wellFormed.test(number)) return null;
  return numberFromText(number.replace('−', '-').replaceAll(',', ''));
}
