import { VerificationReport } from './verification.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The schema of verification reports as it is published for other tools: a file's name in `schemas/`, and its text. */
export function publishedReportSchema(): { readonly file: string; readonly text: string } {
  const schema = { $schema: DIALECT, title: 'Verification report of Assay', ...VerificationReport };
  return { file: 'verification-report.schema.json', text: `${JSON.stringify(schema, null, 2)}\n` };
}
