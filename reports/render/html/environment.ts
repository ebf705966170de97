import type { VerificationReport } from '../../schema/verification.ts';
import { repetitionCommand } from '../text/repetition.ts';
import { html } from './markup.ts';
import type { Markup } from './markup.ts';
import { pairsTable, rowsTable } from './table.ts';

/** On what it was verified, and how to do it again. */
export function environmentSection(report: VerificationReport): Markup {
  const { run, system } = report;
  const services = run.services.map(({ name, mode, version, image, digest, why }) => ({
    service: name,
    provided: mode,
    version: version ?? '',
    image: [image, digest].filter((part) => part !== undefined).join(' '),
    why,
  }));
  const pairs: (readonly [string, string])[] = [
    ['run', run.id],
    ['seed', String(run.seed)],
    ['workers', String(run.workers)],
    ...Object.entries(run.versions).map(([name, version]) => [name === 'system' ? 'machine' : name, version] as const),
    ...run.remarks.map((remark) => ['remark', remark] as const),
    ['contracts’ system', `${system.file} (${system.digest.slice(0, 12)})`],
  ];
  return html`<section aria-labelledby="environment">
    <h2 id="environment">Environment</h2>
    <p class="lead">The same again, with the same generated values:</p>
    <pre class="command" tabindex="0">${repetitionCommand(report)}</pre>
    ${services.length > 0 ? rowsTable('Services', services) : undefined}${pairsTable('Run', pairs)}
  </section>`;
}
