import type { CheckReport, DiagnosticReport } from '../../../reports/index.ts';

/** One diagnostic as a tool printed it. */
export type RawDiagnostic = Omit<DiagnosticReport, 'count'>;

/** Test counts. */
export type TestCounts = NonNullable<CheckReport['tests']>;

/** What a parser found in a command's output. Parsers are pure: text in, findings out, never an exception. */
export interface ParsedOutput {
  readonly diagnostics: readonly RawDiagnostic[];
  readonly tests?: TestCounts;
}

/** Lines without colours and carriage returns. */
export function linesOf(output: string): string[] {
  // eslint's no-control-regex would be right elsewhere: here the escape character is what is looked for.
  return output.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g'), '').split(/\r?\n/);
}
