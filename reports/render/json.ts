import { serializeReport } from '../schema/serialization.ts';
import type { VerificationReport } from '../schema/verification.ts';

/** The report as JSON text, without loss; what `report.json` holds. */
export function renderJson(report: VerificationReport): string {
  return serializeReport(report);
}
