import { stringify } from 'lossless-json';
import type { VerificationReport } from './verification.ts';

/**
 * The report as JSON text, two spaces deep, with a line feed at the end. Big integers and long decimals keep all their
 * digits: whoever needs them must read the text with a parser that does not make doubles of them.
 */
export function serializeReport(report: VerificationReport): string {
  const text = stringify(report, undefined, 2);
  if (text === undefined) throw new TypeError('a report can not be undefined');
  return `${text}\n`;
}
