import type { EvidenceRef, Look, StepReport } from '../../schema/verification.ts';
import { causeText, durationText, originText, surfaceOf } from '../text/words.ts';
import type { Context } from './context.ts';
import { evidenceLink, evidenceList } from './evidence-list.ts';
import { html, when } from './markup.ts';
import type { Markup } from './markup.ts';
import { mismatchTable } from './mismatches.ts';
import { judgementSign } from './signs.ts';

const MOST_LOOKS = 30;

function timeline(looks: readonly Look[]): Markup | undefined {
  if (looks.length === 0) return undefined;
  const left = looks.length - MOST_LOOKS;
  return html`<details class="looks" ${looks.length <= 4 ? html` open` : undefined}>
    <summary>What was seen while it waited</summary>
    <ol>
      ${looks
        .slice(0, MOST_LOOKS)
        .map(
          ({ afterMs, saw }) =>
            html`<li><span class="after">after ${durationText(afterMs)}</span> <span dir="auto">${saw}</span></li>`,
        )}
    </ol>
    ${left > 0 ? html`<p class="quiet">and ${left} more changes</p>` : undefined}
  </details>`;
}

/** Why a step is not satisfied, with everything that shows it. */
function detail(context: Context, step: StepReport): Markup | undefined {
  const { judgement, takenBack, expected, origin } = step;
  if (judgement.kind === 'satisfied') return undefined;
  const reason =
    judgement.kind === 'violated'
      ? mismatchTable(judgement.mismatches)
      : html`<p dir="auto"><strong>${judgement.cause}:</strong> ${causeText(judgement.cause)}. ${judgement.why}</p>`;
  return html`<div class="detail">
    ${when(expected !== undefined, () => html`<p dir="auto"><span class="quiet">Expected:</span> ${expected}</p>`)}
    ${when(takenBack === true, () => html`<p class="remark">It was shown at first, and taken back before everything had settled.</p>`)}
    ${reason}
    <p class="place"><span class="quiet">Contract:</span> <code dir="auto">${originText(origin)}</code></p>
    ${timeline(step.looks)}${evidenceList(context, judgement.evidence)}
  </div>`;
}

/** A step that holds is one line, and its evidence a link: whoever doubts can look. Few elements, since most steps hold. */
function satisfiedStep(step: StepReport, first: EvidenceRef): Markup {
  return html`<li class="step line satisfied">
    ${judgementSign('satisfied')}<span class="words" dir="auto">${step.words} ${evidenceLink(first, 'evidence')}</span>
    ${measures(step)}
  </li>`;
}

function measures({ verb, durationMs }: StepReport): Markup {
  return html`<span class="surface">${surfaceOf(verb)}</span><span class="took">${durationText(durationMs)}</span>`;
}

/** One step: its sign, its words and, where it does not hold, why. */
export function stepItem(context: Context, step: StepReport): Markup {
  const { judgement, words } = step;
  if (judgement.kind === 'satisfied') return satisfiedStep(step, judgement.evidence[0]);
  return html`<li class="step ${judgement.kind}">
    <div class="line">
      ${judgementSign(judgement.kind)}<span class="words" dir="auto">${words}</span>${measures(step)}
    </div>
    ${detail(context, step)}
  </li>`;
}
