import type { ServiceReport } from '../../schema/verification.ts';

const MODES: Readonly<Record<ServiceReport['mode'], string>> = {
  containers: 'in a container of this run',
  embedded: 'run by Assay itself',
  external: 'external: it was there before, and is not reset',
  process: 'a process of this run',
};

/** How a service was come by, for people. */
export function modeText(mode: ServiceReport['mode']): string {
  return MODES[mode];
}

/** What it is: `PostgreSQL 15.18`, `redis:7`; nothing where only its address is known. */
export function productText({ kind, version, image }: ServiceReport): string {
  const what = version ?? image ?? '';
  return kind === 'postgres' && /^\d/u.test(what) ? `PostgreSQL ${what}` : what;
}
