import type { VerificationReport } from '../../schema/verification.ts';
import { headline, verdictLabel } from '../text/headline.ts';
import { countNotSelected } from '../text/criteria.ts';
import { meaningOf } from '../text/meaning.ts';
import { countOf, durationText } from '../text/words.ts';
import { html, trusted, when } from './markup.ts';
import type { Markup } from './markup.ts';
import { reasonList } from './reasons.ts';
import { stamp } from './stamp.ts';
import { timeText } from './time.ts';

const MOST_CHANGED = 10;

function sentence(report: VerificationReport): string {
  const text = headline(report);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** Satisfied, violated and unverified as one bar. Widths are attributes: the page's policy allows no inline styles. */
function meter(report: VerificationReport): Markup {
  const { counts } = report;
  const { satisfied, violated } = counts;
  const notSelected = countNotSelected(report);
  const unverified = counts.unverified - notSelected;
  const words = `${String(satisfied)} satisfied, ${String(violated)} violated, ${String(unverified)} unverified`;
  const total = Math.max(1, satisfied + violated + unverified + notSelected);
  const parts = [
    ['satisfied', satisfied],
    ['violated', violated],
    ['unverified', unverified],
  ] as const;
  let from = 0;
  const bars = parts.map(([kind, count]) => {
    const width = (100 * count) / total;
    const bar = `<rect class="${kind}" x="${from.toFixed(3)}" width="${width.toFixed(3)}" height="4"/>`;
    from += width;
    return bar;
  });
  return html`<div class="counts">
    <svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="${words}">
      ${trusted(bars.join(''))}
    </svg>
    <ul>
      ${parts.map(([kind, count]) => html`<li class="${kind}"><strong>${count}</strong> ${kind}</li>`)}
      ${when(notSelected > 0, () => html`<li><strong>${notSelected}</strong> not selected</li>`)}
      <li><strong>${counts.criteria}</strong> criteria in all</li>
    </ul>
  </div>`;
}

function commitFact({ subject }: VerificationReport): Markup {
  const asked = subject.ref === 'HEAD' ? undefined : html` <span class="quiet">asked for as ${subject.ref}</span>`;
  return html`<code>${subject.commit}</code>${asked}${when(
      subject.subjectLine !== undefined,
      () => html`<br /><span dir="auto">${subject.subjectLine}</span>`,
    )}`;
}

function changedText(files: readonly string[]): string {
  const left = files.length - MOST_CHANGED;
  return files.slice(0, MOST_CHANGED).join(', ') + (left > 0 ? ` and ${String(left)} more` : '');
}

function remark({ subject }: VerificationReport): Markup | undefined {
  if (subject.dirty) {
    return html`<p class="remark">
      <strong>Not the commit itself.</strong> The working tree was verified, which differs from it in
      ${countOf(subject.changed.length, 'file', 'files')}: <span dir="auto">${changedText(subject.changed)}</span>
    </p>`;
  }
  return when(
    subject.uncommitted,
    () => html`<p class="remark">The working tree had changes that are not committed. They were not verified.</p>`,
  );
}

function facts(report: VerificationReport): Markup {
  const { run, subject, scope } = report;
  const tookMs = Date.parse(run.finishedAt) - Date.parse(run.startedAt);
  const took = Number.isFinite(tookMs) ? ` · took ${durationText(tookMs)}` : '';
  return html`<dl class="facts">
    <div>
      <dt>Commit</dt>
      <dd>${commitFact(report)}</dd>
    </div>
    <div>
      <dt>Tree</dt>
      <dd><code>${subject.tree}</code></dd>
    </div>
    <div>
      <dt>Repository</dt>
      <dd dir="auto">${subject.repository}</dd>
    </div>
    <div>
      <dt>Verified</dt>
      <dd>${timeText(run.startedAt)}${took}</dd>
    </div>
    <div>
      <dt>Scope</dt>
      <dd dir="auto">
        ${
          scope.kind === 'whole'
            ? 'every contract of the system'
            : `only ${scope.selection.join(', ')}; ${countOf(scope.leftOut, 'criterion', 'criteria')} left out`
        }
      </dd>
    </div>
  </dl>`;
}

/** The first thing that is seen: the verdict, why, of what, and how much. */
export function opening(report: VerificationReport): Markup {
  return html`<section class="verdict" aria-labelledby="verdict">
      ${stamp(report)}
      <div>
        <p class="eyebrow" dir="auto">${report.system.name}</p>
        <h1 id="verdict"><span class="word">${verdictLabel(report).replace('_', ' ')}</span> ${sentence(report)}</h1>
        <p class="meaning" dir="auto">${meaningOf(report)}</p>
        ${reasonList(report)}
      </div>
    </section>
    ${meter(report)}${remark(report)}${facts(report)}`;
}
