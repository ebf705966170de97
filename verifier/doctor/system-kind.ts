import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import type { SystemKind } from './finding.ts';

/** What kind of system this is. */
export async function readSystemKind(): Promise<SystemKind> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return { platform: platform(), distribution: distributionOf(release), root: process.getuid?.() === 0 };
}

/** The `ID` in the text of /etc/os-release. Pure. */
export function distributionOf(release: string): string {
  return /^ID="?([^"\n]*)"?$/m.exec(release)?.[1] ?? '';
}
