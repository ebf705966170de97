import type { Mismatch } from '../../schema/verification.ts';
import { placeOfPointer } from '../text/mismatch-place.ts';
import { expectedText, hasValues, sidesOf } from '../text/mismatch-sides.ts';
import { mismatchesToTell, partLasting } from '../text/mismatch-text.ts';
import { alternativesOf } from '../text/alternatives-text.ts';
import { readingsOf } from '../text/agreement-text.ts';
import { answerTold } from '../text/together-text.ts';
import type { BothSides, ToldStep } from '../text/told-step.ts';
import { formatValueIndented } from '../text/value-text.ts';
import { markDifference } from './difference.ts';
import { html, when } from './markup.ts';
import type { Markup } from './markup.ts';

const MOST_OF_A_VALUE = 6_000;
const MOST_MISMATCHES = 50;

function expectation(mismatch: Mismatch): string {
  return 'expected' in mismatch ? expectedText(mismatch, formatValueIndented) : '—';
}

function shortened(text: string): string {
  return text.length <= MOST_OF_A_VALUE
    ? text
    : `${text.slice(0, MOST_OF_A_VALUE)}… (${String(text.length)} signs in all)`;
}

/** Whether the sentence says nothing that the columns do not say. */
function repeatsColumns({ message }: Mismatch): boolean {
  return /^(?:expected |nothing is there; expected |nothing else was expected)/u.test(message);
}

/** Where it differs, as people say it; the JSON Pointer is its title. Of steps taken at once, which of them. */
function placeText(step: ToldStep, mismatch: Mismatch): Markup | undefined {
  const answer = answerTold(step, mismatch);
  const { where } = placeOfPointer(answer?.step ?? step, (answer?.mismatch ?? mismatch).path);
  const parts = [answer?.name, where.replace(/:$/u, '')].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? undefined : html`<span title="${mismatch.path}" dir="auto">${parts.join(': ')}</span>`;
}

function sentenceRow(place: Markup | undefined, message: string): Markup {
  if (place === undefined)
    return html`<tr>
      <td colspan="3" dir="auto">${message}</td>
    </tr>`;
  return html`<tr>
    <td>${place}</td>
    <td colspan="2" dir="auto">${message}</td>
  </tr>`;
}

function row(step: ToldStep, whole: Mismatch): Markup {
  const { mismatch, lasted } = partLasting(whole);
  const place = placeText(step, mismatch);
  if (!hasValues(mismatch)) return sentenceRow(place, whole.message);
  const { words, columns } = columnsOf(step, mismatch);
  const [expected, seen] = markDifference(shortened(columns.expected), shortened(columns.seen));
  const remarks = [lasted, words].filter((remark) => remark !== undefined);
  return html`<tr>
    <td>
      ${place ?? html`<span class="quiet">the whole${step.verb.startsWith('always.') ? ' criterion' : ''}</span>`}
      ${remarks.map((remark) => html`<p class="quiet" dir="auto">${remark}</p>`)}
    </td>
    <td class="expected"><pre dir="auto">${expected}</pre></td>
    <td class="seen"><pre dir="auto">${seen}</pre></td>
  </tr>`;
}

/** Both sides, in words or as values; and the sentence, where that says more than they do. */
function columnsOf(
  step: ToldStep,
  mismatch: Mismatch,
): { readonly columns: BothSides; readonly words: string | undefined } {
  const answer = answerTold(step, mismatch);
  const sides = sidesOf(answer?.step ?? step, answer?.mismatch ?? mismatch);
  if (sides !== undefined) return { columns: sides, words: undefined };
  const columns = { expected: expectation(mismatch), seen: formatValueIndented(mismatch.actual) };
  return { columns, words: repeatsColumns(mismatch) ? undefined : mismatch.message };
}

function table(caption: string, headings: readonly string[], rows: readonly Markup[]): Markup {
  const columns = headings.length === 2 ? 'mismatches two' : 'mismatches';
  return html`<div class="scroll">
    <table class="${columns}">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** One value as several places have it, side by side. */
function readingsTable(step: ToldStep): Markup | undefined {
  const readings = readingsOf(step);
  if (readings === undefined) return undefined;
  const rows = readings.map(
    ({ place, how, value, isRead }) =>
      html`<tr>
        <td>
          <strong>${place}</strong>${how === undefined ? undefined : html`<p class="quiet" dir="auto">${how}</p>`}
        </td>
        <td class="${isRead ? 'read' : 'seen'}"><pre dir="auto">${shortened(value)}</pre></td>
      </tr>`,
  );
  return table('These should be the same, and are not', ['Read in', 'Value'], rows);
}

/** Things of which one was to be seen, each with what was found. */
function alternativesTable(step: ToldStep): Markup | undefined {
  const alternatives = alternativesOf(step);
  if (alternatives === undefined) return undefined;
  const rows = alternatives.map(
    ({ wanted, found }) =>
      html`<tr>
        <td class="expected" dir="auto">${wanted}</td>
        <td class="seen" dir="auto">${shortened(found)}</td>
      </tr>`,
  );
  return table('One of these was expected, and none was seen', ['Expected', 'Found'], rows);
}

/** Every way in which the observation differs, expected beside seen; of several readings or alternatives, each with what it brought. */
export function mismatchTable(step: ToldStep, mismatches: readonly Mismatch[]): Markup {
  const own = readingsTable(step) ?? alternativesTable(step);
  const told = own === undefined ? mismatches : mismatchesToTell(step, mismatches).flatMap(partOfWhole);
  const rows = told.slice(0, MOST_MISMATCHES).map((mismatch) => row(step, mismatch));
  const left = told.length - MOST_MISMATCHES;
  return html`${own}${when(rows.length > 0, () => table('Expected, and seen instead', ['Where', 'Expected', 'Seen instead'], rows))}
  ${left > 0 ? html`<p class="quiet">and ${left} more: see report.json</p>` : undefined}`;
}

/** What a table of its own does not say: that it held for a while. */
function partOfWhole(mismatch: Mismatch): Mismatch[] {
  const { lasted } = partLasting(mismatch);
  return lasted === undefined ? [] : [{ path: '', message: lasted }];
}
