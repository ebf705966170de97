import type { CheckReport, DiagnosticReport } from '../../schema/verification.ts';
import { checkOutcome, countOf, tookText } from '../text/words.ts';
import type { Context } from './context.ts';
import { evidenceList } from './evidence-list.ts';
import { html, when } from './markup.ts';
import type { Markup } from './markup.ts';
import { judgementSign } from './signs.ts';

const MOST_DIAGNOSTICS = 50;

function place({ file, line, column }: DiagnosticReport): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

function diagnostics(list: readonly DiagnosticReport[]): Markup | undefined {
  if (list.length === 0) return undefined;
  const left = list.length - MOST_DIAGNOSTICS;
  return html`<ul class="diagnostics">
      ${list
        .slice(0, MOST_DIAGNOSTICS)
        .map(
          (one) =>
            html`<li class="${one.severity}">
              <code dir="auto">${place(one)}</code> <span dir="auto">${one.message}</span>${when(
                one.code !== undefined,
                () => html` <span class="quiet">${one.code}</span>`,
              )}${when(one.count > 1, () => html` <span class="quiet">${one.count} times</span>`)}
            </li>`,
        )}
    </ul>
    ${left > 0 ? html`<p class="quiet">and ${left} more</p>` : undefined}`;
}

function summaryOf(check: CheckReport): Markup {
  const { name, command, judgement, required } = check;
  return html`${judgementSign(judgement.kind)}<span class="words"
      ><strong dir="auto">${name}</strong> ${when(
        command !== undefined,
        () => html`<code dir="auto">${command}</code>`,
      )} <span dir="auto">${checkOutcome(check)}</span></span
    >${when(!required, () => html`<span class="chip">not required</span>`)}<span class="took"
      >${tookText(check)}</span
    >`;
}

function checkItem(context: Context, check: CheckReport): Markup {
  const { judgement } = check;
  const refs = [...judgement.evidence, ...check.evidence];
  const open = judgement.kind === 'satisfied' ? undefined : html` open`;
  if (refs.length === 0 && check.diagnostics.length === 0)
    return html`<div class="check ${judgement.kind}"><div class="line">${summaryOf(check)}</div></div>`;
  return html`<details class="check ${judgement.kind}" ${open}>
    <summary class="line">${summaryOf(check)}</summary>
    <div class="body">${diagnostics(check.diagnostics)}${evidenceList(context, refs)}</div>
  </details>`;
}

/** The layers below acceptance: install, build, checks, migration, start. */
export function layersSection(context: Context): Markup | undefined {
  const { checks } = context.report;
  if (checks.length === 0) return undefined;
  const bad = checks.filter(({ judgement }) => judgement.kind !== 'satisfied').length;
  const result =
    bad === 0
      ? `All ${countOf(checks.length, 'layer', 'layers')} passed.`
      : `${String(bad)} of ${countOf(checks.length, 'layer', 'layers')} did not pass.`;
  return html`<section aria-labelledby="layers">
    <h2 id="layers">Build and checks</h2>
    <p class="lead">
      Whatever was done beside the criteria: to make the application run, and the system’s own checks. ${result}
    </p>
    <div class="checks">${checks.map((check) => checkItem(context, check))}</div>
  </section>`;
}
