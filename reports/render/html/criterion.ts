import type { PlacedCriterion } from '../text/criteria.ts';
import { makePrintable } from '../text/printable.ts';
import { formatValue } from '../text/value-text.ts';
import { tellOf } from '../text/why-text.ts';
import { causeText, claimText, positionText, tookText } from '../text/words.ts';
import { contextOf } from './context.ts';
import type { Context } from './context.ts';
import { evidenceList } from './evidence-list.ts';
import { html, when } from './markup.ts';
import type { Markup } from './markup.ts';
import { stepSections } from './sections.ts';
import { judgementSign } from './signs.ts';
import { pairsTable } from './table.ts';

/** When more are violated, opening all of them would hide the rest. */
const MOST_OPEN = 6;

/** The anchor of a criterion; without spaces, which an id can't have. */
export function anchorOf(contract: string, id: string): string {
  return makePrintable(`${contract}/${id}`).replace(/\s+/gu, '-');
}

/** The link to it. */
export function hrefOf(contract: string, id: string): string {
  return `#${encodeURIComponent(anchorOf(contract, id))}`;
}

function outcome({ criterion }: PlacedCriterion): Markup | undefined {
  const { judgement, cause, why, claim, reached } = criterion;
  const reason = html`${when(cause !== undefined && judgement === 'unverified', () => html`<strong>${cause}:</strong> ${causeText(cause ?? 'not-run')}. `)}${why === undefined ? undefined : tellOf(criterion, why)}`;
  return html`<p class="claim">
      <span class="quiet">Claims that it is</span> <strong>${claim}</strong>:
      ${claimText(claim)}.${when(
        judgement !== 'satisfied' && reached !== undefined && reached !== claim,
        () => html` <span class="quiet">What was satisfied shows only that it is <strong>${reached}</strong>.</span>`,
      )}
    </p>
    ${when(judgement !== 'satisfied' && (why !== undefined || cause !== undefined), () => html`<p class="why" dir="auto">${reason}</p>`)}`;
}

function values({ criterion }: PlacedCriterion): Markup | undefined {
  const pairs = Object.entries(criterion.values).map(
    ([name, value]) => [name, typeof value === 'string' ? value : formatValue(value, 400)] as const,
  );
  return when(
    pairs.length > 0,
    () =>
      html`<details class="minor">
        <summary>Values of this run</summary>
        ${pairsTable('Generated and saved values', pairs)}
      </details>`,
  );
}

/** A criterion that can be folded: title and judgement outside, everything else inside. */
export function criterionItem(outer: Context, placed: PlacedCriterion): Markup {
  const { contract, criterion } = placed;
  const context = contextOf(outer, criterion);
  const { id, title, claim, required, judgement, position } = criterion;
  const open = judgement === 'violated' && context.report.counts.violated <= MOST_OPEN;
  return html`<details
    class="criterion ${judgement}"
    id="${anchorOf(contract.name, id)}"
    data-judgement="${judgement}"
    ${open ? html` open` : undefined}
  >
    <summary>
      ${judgementSign(judgement)}<span class="id">${id}</span>
      <h4 dir="auto">${title}</h4>
      <span class="chips"
        >${when(!required, () => html`<span class="chip">not required</span>`)}<span
          class="chip"
          title="${claimText(claim)}"
          >${claim}</span
        ><span class="took">${tookText(criterion)}</span></span
      >
    </summary>
    <div class="body">
      ${outcome(placed)}${stepSections(context, criterion.steps)}${criterionEvidence(context, placed)}${values(placed)}
      <p class="place"><span class="quiet">Written in</span> <code dir="auto">${positionText(position)}</code></p>
    </div>
  </details>`;
}

function criterionEvidence(context: Context, { criterion }: PlacedCriterion): Markup | undefined {
  if (criterion.evidence.length === 0) return undefined;
  return html`<section class="part">
    <h5>Evidence</h5>
    <div>${evidenceList(context, criterion.evidence)}</div>
  </section>`;
}
