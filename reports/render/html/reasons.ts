import type { CriterionReport, Reason, VerificationReport } from '../../schema/verification.ts';
import { tellOf } from '../text/why-text.ts';
import { causeText, positionText } from '../text/words.ts';
import { hrefOf } from './criterion.ts';
import { html, when } from './markup.ts';
import type { Markup } from './markup.ts';

const MOST_REASONS = 8;
const MOST_NAMES = 12;

/** Reasons that say the same of several criteria. */
interface Told {
  readonly why: string | undefined;
  readonly reasons: Reason[];
}

function criterionOf(report: VerificationReport, { contract, criterion }: Reason): CriterionReport | undefined {
  return report.contracts.find(({ name }) => name === contract)?.criteria.find(({ id }) => id === criterion);
}

function whyOf(report: VerificationReport, reason: Reason): string | undefined {
  return reason.cause === undefined ? undefined : criterionOf(report, reason)?.why;
}

/** The reason with this run's values, and its mismatches as people say them. */
function told(report: VerificationReport, reason: Reason): Reason {
  const criterion = criterionOf(report, reason);
  return criterion === undefined ? reason : { ...reason, message: tellOf(criterion, reason.message) };
}

/** One stopped service blocks every criterion: that is one reason, not a hundred. */
function grouped(report: VerificationReport): Told[] {
  const groups = new Map<string, Told>();
  for (const [index, reason] of report.reasons.filter(({ code }) => code !== 'all-satisfied').entries()) {
    const why = whyOf(report, reason);
    const key = why === undefined ? String(index) : `${reason.code} ${reason.cause ?? ''} ${why}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { why, reasons: [reason] });
    else group.reasons.push(reason);
  }
  return [...groups.values()];
}

/** A longer sentence is folded: the failed tests of a check, one after the other, are below with their places. */
const MOST_OF_A_MESSAGE = 220;

function single({ message, contract, criterion, at }: Reason): Markup {
  if (message.length > MOST_OF_A_MESSAGE && criterion === undefined) return folded(message);
  const words = html`<bdi>${message}</bdi>`;
  const place = when(
    at !== undefined,
    () => html`<code class="quiet">${at === undefined ? '' : positionText(at)}</code>`,
  );
  if (contract === undefined || criterion === undefined) return html`<li>${words} ${place}</li>`;
  return html`<li><a href="${hrefOf(contract, criterion)}">${words}</a> ${place}</li>`;
}

function folded(message: string): Markup {
  const end = message.lastIndexOf(' ', MOST_OF_A_MESSAGE / 2);
  return html`<li>
    <details class="minor">
      <summary><bdi>${message.slice(0, end < 0 ? MOST_OF_A_MESSAGE / 2 : end)}…</bdi></summary>
      <bdi>${message}</bdi>
    </details>
  </li>`;
}

function several(why: string, reasons: readonly Reason[]): Markup {
  const [first] = reasons;
  const names = reasons.slice(0, MOST_NAMES).map(({ contract = '', criterion = '' }, index) => {
    const comma = index === 0 ? '' : ', ';
    return html`${comma}<a href="${hrefOf(contract, criterion)}"><bdi>${contract} ${criterion}</bdi></a>`;
  });
  const left = reasons.length - MOST_NAMES;
  return html`<li>
    <strong>${reasons.length} criteria</strong> are unverified, since
    ${first?.cause === undefined ? '' : causeText(first.cause)}:
    <bdi>${why}</bdi>
    <span class="names">${names}${left > 0 ? html` and ${left} more` : undefined}</span>
  </li>`;
}

/** Why the verdict is what it is, the most important first; nothing for a PASS, of which the headline says all. */
export function reasonList(report: VerificationReport): Markup | undefined {
  const groups = grouped(report);
  if (groups.length === 0) return undefined;
  const left = groups.length - MOST_REASONS;
  return html`<ul class="reasons">
    ${groups
      .slice(0, MOST_REASONS)
      .map(({ why, reasons }) =>
        why === undefined || reasons.length === 1
          ? reasons.map((reason) => single(told(report, reason)))
          : several(why, reasons),
      )}
    ${when(left > 0, () => html`<li class="quiet">and ${left} more below</li>`)}
  </ul>`;
}
