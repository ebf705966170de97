import type { ServiceReport, VerificationReport } from '../../schema/verification.ts';
import { repetitionCommand } from '../text/repetition.ts';
import { modeText, productText } from '../text/service-text.ts';
import { html, when } from './markup.ts';
import type { Markup } from './markup.ts';
import { pairsTable } from './table.ts';

/** One row for each: so it is read on a narrow screen too. */
function servicesTable(services: readonly ServiceReport[]): Markup | undefined {
  if (services.length === 0) return undefined;
  const rows = services.map((service) => {
    const { name, mode, why, image, digest } = service;
    const product = productText(service);
    const from = [image === product ? undefined : image, digest].filter((part) => part !== undefined).join(' ');
    return html`<tr>
      <th scope="row">${name}</th>
      <td dir="auto">
        ${when(product !== '', () => html`<strong>${product}</strong>, `)}${modeText(mode)}
        <p class="quiet">Why: ${why}</p>
        ${when(from !== '', () => html`<p class="quiet"><code>${from}</code></p>`)}
      </td>
    </tr>`;
  });
  return html`<table class="pairs services">
    <caption>
      Services
    </caption>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** On what it was verified, and how to do it again. */
export function environmentSection(report: VerificationReport): Markup {
  const { run, system } = report;
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
    ${servicesTable(run.services)}${pairsTable('Run', pairs)}
  </section>`;
}
