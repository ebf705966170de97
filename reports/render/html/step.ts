import type { Look, StepReport } from '../../schema/verification.ts';
import { faultText } from '../text/faults.ts';
import { fillReferences, referenceParts } from '../text/references.ts';
import { causeText, durationText, originText, surfaceOf, tookText } from '../text/words.ts';
import type { Context } from './context.ts';
import { evidenceLink, evidenceList } from './evidence-list.ts';
import { html, when } from './markup.ts';
import type { Markup, Part } from './markup.ts';
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
      ? mismatchTable({ ...step, words: fillReferences(step.words, context.values) }, judgement.mismatches)
      : html`<p dir="auto"><strong>${judgement.cause}:</strong> ${causeText(judgement.cause)}. ${judgement.why}</p>`;
  return html`<div class="detail">
    ${when(expected !== undefined, () => html`<p dir="auto"><span class="quiet">Expected:</span> ${expected}</p>`)}
    ${when(takenBack === true, () => html`<p class="remark">It held at first, and no longer at the last look, when everything had settled.</p>`)}
    ${reason}
    <p class="place"><span class="quiet">Contract:</span> <code dir="auto">${originText(origin)}</code></p>
    ${timeline(step.looks)}${evidenceList(context, judgement.evidence)}
  </div>`;
}

/** The step's words with the values that this run had; the name that the contract has for one is its title. */
function wordsOf({ values }: Context, { words }: StepReport): Part {
  if (!words.includes('{{')) return words;
  return referenceParts(words, values).map(({ text, name }) =>
    name === undefined ? text : html`<span class="value" title="${name}">${text}</span>`,
  );
}

/** A step that holds is one line, and its evidence a link: whoever doubts can look. Few elements, since most steps hold. */
function satisfiedStep(context: Context, step: StepReport): Markup {
  return html`<li class="step line satisfied">
    ${judgementSign('satisfied')}<span class="words" dir="auto"
      >${wordsOf(context, step)}${faultMark(context, step)}
      ${step.judgement.evidence.slice(0, 1).map((ref) => evidenceLink(ref, 'evidence'))}</span
    >
    ${measures(step)}
  </li>`;
}

function measures(step: StepReport): Markup {
  return html`<span class="surface">${surfaceOf(step.verb)}</span><span class="took">${tookText(step)}</span>`;
}

/** That it was made to fail on purpose, and until when: it is no failure of the application. */
function faultMark({ steps }: Context, step: StepReport): Markup | undefined {
  const fault = faultText(step, steps);
  return fault === undefined ? undefined : html` <span class="fault">${fault}</span>`;
}

/** One step: its sign, its words and, where it does not hold, why. */
export function stepItem(context: Context, step: StepReport): Markup {
  const { judgement } = step;
  if (judgement.kind === 'satisfied') return satisfiedStep(context, step);
  return html`<li class="step ${judgement.kind}">
    <div class="line">
      ${judgementSign(judgement.kind)}<span class="words" dir="auto">${wordsOf(context, step)}</span>${measures(step)}
    </div>
    ${detail(context, step)}
  </li>`;
}
