import { randomUUID } from 'node:crypto';
import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { serializeReport, validateReport } from '../../reports/index.ts';
import type { VerificationReport } from '../../reports/index.ts';
import { writeAtomically } from './atomic-file.ts';
import { EvidenceError, evidenceError } from './evidence-error.ts';
import { redactTexts } from './redaction.ts';
import type { RunFolder } from './run-folder.ts';

/** A report on disk. `report` is what was written: the one given, without secrets. Render this one. */
export interface WrittenReport {
  readonly path: string;
  readonly report: VerificationReport;
}

/** `runs/latest` leads to the last run that came to a report; on disks without links it is a file that holds the run's id. */
async function pointLatest(folder: RunFolder): Promise<void> {
  const latest = join(folder.runsPath, 'latest');
  const temporary = join(folder.runsPath, `.${randomUUID()}.tmp`);
  try {
    await symlink(folder.runId, temporary, 'dir');
    await rename(temporary, latest);
  } catch {
    await rm(temporary, { force: true });
    await writeAtomically(latest, Buffer.from(`${folder.runId}\n`));
  }
}

/**
 * Writes `report.json`, whole or not at all, and makes `runs/latest` lead to it.
 *
 * What is validated against the schema is what a reader will parse. Rejects with `EvidenceError` when the report is not
 * valid (a defect of ours, never a verdict; nothing is written) or when the disk refuses.
 */
export async function writeReport(folder: RunFolder, report: VerificationReport): Promise<WrittenReport> {
  const path = join(folder.path, 'report.json');
  const clean = redactTexts(report, folder.redact) as VerificationReport;
  const text = serializeReport(clean);
  const problems = validateReport(JSON.parse(text));
  if (problems.length > 0) {
    throw new EvidenceError(`internal error: the report does not fit its own schema: ${problems.join('; ')}`);
  }
  try {
    await writeAtomically(path, Buffer.from(text), { durable: true });
    await pointLatest(folder);
  } catch (error) {
    throw evidenceError(`write the report ${path}`, error);
  }
  return { path, report: clean };
}

/**
 * Writes a rendering (such as `report.html`) beside the report, whole or not at all; gives its absolute path.
 * Rejects with `EvidenceError` when the disk refuses.
 */
export async function writeRendering(folder: RunFolder, name: 'report.html', text: string): Promise<string> {
  const path = join(folder.path, name);
  try {
    await writeAtomically(path, Buffer.from(folder.redact(text)));
  } catch (error) {
    throw evidenceError(`write ${path}`, error);
  }
  return path;
}
