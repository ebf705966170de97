import type { CriterionReport } from '../../schema/verification.ts';
import { attemptsOf, satisfiedText } from '../text/attempts.ts';
import type { PlacedCriterion } from '../text/criteria.ts';
import { makePrintable } from '../text/printable.ts';
import { missingSecrets, settingText } from '../text/secrets.ts';
import { formatValue } from '../text/value-text.ts';
import { tellOf } from '../text/why-text.ts';
import { capitalized, causeText, claimText, positionText, tookText } from '../text/words.ts';
import { attemptsRemark, otherAttempts } from './attempts.ts';
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

/** Where it stands among the others: the row that it is of, and what its scene repeats. */
function kinship({ contract, criterion }: PlacedCriterion): Markup | undefined {
  const { after, example, heldOut } = criterion;
  const other = contract.criteria.find(({ id }) => id === after);
  return html`${when(
    example !== undefined,
    () => html`<p class="quiet">Row ${example?.row ?? 0} of the examples of ${example?.of}.</p>`,
  )}${when(
    after !== undefined,
    () =>
      html`<p>
        <span class="quiet">Builds on</span>
        <a href="${hrefOf(contract.name, after ?? '')}">${after} <bdi>${other?.title}</bdi></a
        >${when(
          other !== undefined && other.judgement !== 'satisfied',
          () => html`, which is <strong>${other?.judgement}</strong>`,
        )}.
      </p>`,
  )}${when(
    heldOut === true,
    () => html`<p class="quiet">Held out: an agent that does the work is told its id and title, and no more.</p>`,
  )}`;
}

/** What somebody has to do before it can be verified. */
function remedy({ criterion }: PlacedCriterion): Markup | undefined {
  const secrets = missingSecrets(criterion);
  return when(
    secrets.length > 0,
    () =>
      html`<p class="remark">${capitalized(settingText(secrets))}: it is read from the environment of the command.</p>`,
  );
}

/** Behind the words of its cause the reason is a sentence of its own. */
function reasonText(criterion: CriterionReport, why: string): string {
  const text = tellOf(criterion, why);
  return criterion.judgement === 'unverified' && criterion.cause !== undefined ? capitalized(text) : text;
}

function outcome(placed: PlacedCriterion): Markup | undefined {
  const { criterion } = placed;
  const { judgement, cause, why, claim, reached } = criterion;
  const reason = html`${when(cause !== undefined && judgement === 'unverified', () => html`<strong>${cause}:</strong> ${causeText(cause ?? 'not-run')}. `)}${why === undefined ? undefined : reasonText(criterion, why)}`;
  return html`<p class="claim">
      <span class="quiet">Claims that it is</span> <strong>${claim}</strong>:
      ${claimText(claim)}.${when(
        judgement !== 'satisfied' && reached !== undefined && reached !== claim,
        () => html` <span class="quiet">What was satisfied shows only that it is <strong>${reached}</strong>.</span>`,
      )}
    </p>
    ${when(judgement !== 'satisfied' && (why !== undefined || cause !== undefined), () => html`<p class="why" dir="auto">${reason}</p>`)}
    ${remedy(placed)}${kinship(placed)}${attemptsRemark(criterion)}`;
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

/** What is small, and worth to be seen before it is unfolded. */
function marks(criterion: CriterionReport): Markup {
  const { heldOut, example } = criterion;
  const attempts = attemptsOf(criterion);
  return html`${when(
    heldOut === true,
    () => html`<span class="chip" title="an agent is told its id and title, and no more">held out</span>`,
  )}${when(
    example !== undefined,
    () => html`<span class="chip" title="of the examples of ${example?.of}">row ${example?.row ?? 0}</span>`,
  )}${attempts === undefined ? undefined : html`<span class="chip">${satisfiedText(attempts)}</span>`}`;
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
        >${when(!required, () => html`<span class="chip">not required</span>`)}${marks(criterion)}<span
          class="chip"
          title="${claimText(claim)}"
          >${claim}</span
        ><span class="took">${tookText(criterion)}</span></span
      >
    </summary>
    <div class="body">
      ${outcome(placed)}${stepSections(context, criterion.steps)}${criterionEvidence(context, placed)}${otherAttempts(context, criterion)}${values(placed)}
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
