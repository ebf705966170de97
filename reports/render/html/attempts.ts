import type { AttemptReport, CriterionReport } from '../../schema/verification.ts';
import { attemptsOf, attemptsText } from '../text/attempts.ts';
import { ordinal } from '../text/ordinal.ts';
import { tellShortOf } from '../text/why-text.ts';
import { capitalized, causeText, countOf, tookText } from '../text/words.ts';
import { contextOf } from './context.ts';
import type { Context } from './context.ts';
import { html, when } from './markup.ts';
import type { Markup } from './markup.ts';
import { stepSections } from './sections.ts';
import { judgementSign } from './signs.ts';

/** How often a criterion was run, and with what outcome. */
export function attemptsRemark(criterion: CriterionReport): Markup | undefined {
  const attempts = attemptsOf(criterion);
  if (attempts === undefined) return undefined;
  return html`<p>${capitalized(attemptsText(attempts))}.</p>`;
}

function reasonOf(attempt: AttemptReport): string {
  const { cause, why, judgement } = attempt;
  if (judgement === 'satisfied') return '';
  const words = why === undefined ? undefined : tellShortOf(attempt, why);
  return [cause === undefined ? undefined : causeText(cause), words].filter((part) => part !== undefined).join(': ');
}

function line(attempt: AttemptReport): Markup {
  const { judgement } = attempt;
  return html`${judgementSign(judgement)}<span class="words"
      >${ordinal(attempt.attempt)} time: ${judgement}
      ${when(judgement !== 'satisfied', () => html`<span class="quiet" dir="auto">${reasonOf(attempt)}</span>`)}</span
    ><span class="took">${tookText(attempt)}</span>`;
}

/** One that holds is a line; one that does not can be unfolded to its steps. */
function attemptItem(outer: Context, attempt: AttemptReport): Markup {
  const { judgement, steps } = attempt;
  if (judgement === 'satisfied' || steps.length === 0) return html`<li class="step line">${line(attempt)}</li>`;
  return html`<li class="step">
    <details class="attempt ${judgement}">
      <summary class="line">${line(attempt)}</summary>
      ${stepSections(contextOf(outer, attempt), steps)}
    </details>
  </li>`;
}

/** The attempts beside the one that decides and that is told in full. */
export function otherAttempts(context: Context, criterion: CriterionReport): Markup | undefined {
  const attempts = attemptsOf(criterion);
  if (attempts === undefined) return undefined;
  const { others } = attempts;
  return html`<section class="part">
    <h5>Other times</h5>
    <details class="minor" ${others.some(({ judgement }) => judgement !== 'satisfied') ? html` open` : undefined}>
      <summary>The other ${countOf(others.length, 'run', 'runs')} of this criterion</summary>
      <ol class="steps">
        ${others.map((attempt) => attemptItem(context, attempt))}
      </ol>
    </details>
  </section>`;
}
