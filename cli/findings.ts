import picocolors from 'picocolors';
import type { Finding } from '../verifier/index.ts';

const marks = { ok: '✓', degraded: '!', missing: '✗' } as const;

/** What the doctor found, a line or three each; pure. */
export function renderFindings(findings: readonly Finding[], { color }: { readonly color: boolean }): string {
  const paint = picocolors.createColors(color);
  const painted = { ok: paint.green, degraded: paint.yellow, missing: paint.red };
  const lines = findings.flatMap(({ title, state, found, neededFor, remedy }) => [
    `${painted[state](marks[state])} ${paint.bold(title)}  ${found}`,
    ...(state === 'ok' ? [] : [`    needed for ${neededFor}`]),
    ...(state === 'ok' || remedy === undefined ? [] : [`    → ${remedy}`]),
  ]);
  return [...lines, '', conclusion(findings), ''].join('\n');
}

function conclusion(findings: readonly Finding[]): string {
  const missing = findings.filter(({ state }) => state === 'missing').length;
  if (missing > 0)
    return `Nothing can be verified here yet: ${String(missing)} ${missing === 1 ? 'thing is' : 'things are'} missing.`;
  return findings.every(({ state }) => state === 'ok')
    ? 'Everything is here.'
    : 'Verifications run here; what is marked “!” is done in another way.';
}
