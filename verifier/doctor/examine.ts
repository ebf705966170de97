import { examineBrowser } from './browser.ts';
import { examineDisk } from './disk.ts';
import type { DoctorPlace, Finding } from './finding.ts';
import { examineServices } from './services.ts';
import { examineGit, examineNode } from './tools.ts';

/** Looks at everything that a verification needs; in the order in which people care about it. Changes nothing but that the cache’s folder is made. */
export async function examine(place: DoctorPlace): Promise<Finding[]> {
  const [git, browser, services, disk] = await Promise.all([
    examineGit(place),
    examineBrowser(place),
    examineServices(place),
    examineDisk(place),
  ]);
  return [examineNode(place), git, browser, ...services, ...disk];
}

/** Whether a verification can run on this machine, if perhaps not in the best way. */
export function isFit(findings: readonly Finding[]): boolean {
  return findings.every(({ state }) => state !== 'missing');
}
