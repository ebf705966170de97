import type { ContractReport, JudgementKind, VerificationReport } from '../../schema/verification.ts';
import { isSelected } from '../text/criteria.ts';
import { approvalText } from '../text/meaning.ts';
import { countOf } from '../text/words.ts';
import type { Context } from './context.ts';
import { criterionItem } from './criterion.ts';
import { html, when } from './markup.ts';
import type { Markup } from './markup.ts';

const APPROVALS: Readonly<Record<ContractReport['approval'], string>> = {
  approved: 'approved',
  unsigned: 'not signed',
  unprotected: 'not protected against changes',
};

function tally(report: VerificationReport, contract: ContractReport): string {
  const { criteria } = contract;
  const judged = criteria.some(({ judgement }) => judgement !== 'unverified');
  if (!isSelected(report, contract) && !judged) {
    return `not selected: ${countOf(criteria.length, 'criterion was', 'criteria were')} not looked at`;
  }
  const of = (kind: JudgementKind) => criteria.filter(({ judgement }) => judgement === kind).length;
  const parts = [`${String(of('satisfied'))} of ${countOf(criteria.length, 'criterion', 'criteria')} satisfied`];
  if (of('violated') > 0) parts.push(`${String(of('violated'))} violated`);
  if (of('unverified') > 0) parts.push(`${String(of('unverified'))} unverified`);
  return parts.join(', ');
}

/** `contracts/favorites.contract.yaml with steps.yaml and favorites.heldout.yaml`: what lies beside it, by its name there. */
function filesOf({ file, parts }: ContractReport): Markup {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const near = (part: string): string => (part.startsWith(folder) ? part.slice(folder.length) : part);
  const others = (parts ?? []).map((part) => html`<code dir="auto">${near(part.file)}</code>`);
  return html`<code dir="auto">${file}</code
    >${others.map((other, index) => html`${index === 0 ? ' with ' : ', '}${other}`)}`;
}

function contractSection(context: Context, contract: ContractReport): Markup {
  const { name, title, version, approval, outOfScope } = contract;
  return html`<section class="contract" aria-label="${`Contract ${name}`}">
    <header>
      <h3 dir="auto">${title}</h3>
      <p class="tally">${tally(context.report, contract)}</p>
      <p class="quiet">${filesOf(contract)} · version ${version} · ${APPROVALS[approval]}</p>
    </header>
    ${contract.criteria.map((criterion) => criterionItem(context, { contract, criterion }))}
    ${when((outOfScope ?? []).length > 0, () => html`<p class="scope" dir="auto"><span class="quiet">This contract does not speak of:</span> ${(outOfScope ?? []).join(' · ')}</p>`)}
  </section>`;
}

function filterButton(kind: JudgementKind | 'all', count: number): Markup {
  const label = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
  return html`<button type="button" data-filter="${kind}" aria-pressed="${kind === 'all' ? 'true' : 'false'}">
    ${label} <span>${count}</span>
  </button>`;
}

function toolbar({ counts }: VerificationReport): Markup {
  return html`<div class="toolbar" role="search" hidden>
    <div class="filters" role="group" aria-label="Show criteria">
      ${filterButton('all', counts.criteria)}${filterButton('violated', counts.violated)}${filterButton(
        'unverified',
        counts.unverified,
      )}${filterButton('satisfied', counts.satisfied)}
    </div>
    <input
      type="search"
      placeholder="Search criteria"
      aria-label="Search criteria by id or title"
      aria-keyshortcuts="/"
    />
    <div class="folding">
      <button type="button" data-fold="open">Open all</button><button type="button" data-fold="close">Close all</button>
    </div>
    <p class="shown quiet" role="status"></p>
  </div>`;
}

/** All contracts with their criteria, and the means to find one. */
export function contractsSection(context: Context): Markup {
  const { report } = context;
  if (report.contracts.length === 0)
    return html`<section aria-labelledby="contracts">
      <h2 id="contracts">Contracts</h2>
      <p>No contract was verified.</p>
    </section>`;
  return html`<section aria-labelledby="contracts">
    <h2 id="contracts">Contracts</h2>
    <p class="lead">
      ${approvalText(report.contracts)} In each criterion <em>given</em> sets the scene, <em>when</em> is the action,
      <em>then</em> is what has to be true afterwards.
    </p>
    ${toolbar(report)}${report.contracts.map((contract) => contractSection(context, contract))}
  </section>`;
}
