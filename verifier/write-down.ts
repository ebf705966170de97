import type { VerificationReport } from '../reports/index.ts';
import { createEvidenceReader, pruneRuns, writeRendering, writeReport } from './evidence/index.ts';
import type { Run } from './run.ts';
import type { VerifyResult } from './verify-types.ts';

/** Evidence above this is linked in the HTML report, and not shown. */
const shownBytes = 256 * 1024;

/** Writes the report and its HTML rendering into the run's folder, and removes the oldest runs. */
export async function writeDown({ folder, unreported, world }: Run, report: VerificationReport): Promise<VerifyResult> {
  unreported.strike();
  const written = await writeReport(folder, report);
  const read = createEvidenceReader(folder.path, shownBytes);
  const html = world.renderHtml(written.report, read);
  const htmlPath = await writeRendering(folder, 'report.html', html);
  await pruneRuns(folder.runsPath);
  return { kind: 'judged', report: written.report, jsonPath: written.path, htmlPath, read };
}
