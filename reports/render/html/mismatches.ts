import type { Mismatch } from '../../schema/verification.ts';
import { placeOfPointer } from '../text/mismatch-place.ts';
import type { ToldStep } from '../text/mismatch-place.ts';
import { expectedText, hasValues, sidesOf } from '../text/mismatch-text.ts';
import { formatValueIndented } from '../text/value-text.ts';
import { markDifference } from './difference.ts';
import { html } from './markup.ts';
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

/** Where it differs, as people say it; the JSON Pointer is its title. */
function placeText(step: ToldStep, { path }: Mismatch): Markup {
  const { where } = placeOfPointer(step, path);
  if (where === '') return html`<span class="quiet">the whole</span>`;
  return html`<span title="${path}" dir="auto">${where.replace(/:$/u, '')}</span>`;
}

function row(step: ToldStep, mismatch: Mismatch): Markup {
  const place = placeText(step, mismatch);
  const sides = sidesOf(step, mismatch);
  if (!hasValues(mismatch))
    return html`<tr>
      <td>${place}</td>
      <td colspan="2" dir="auto">${mismatch.message}</td>
    </tr>`;
  const [expected, seen] = markDifference(
    shortened(sides?.expected ?? expectation(mismatch)),
    shortened(sides?.seen ?? formatValueIndented(mismatch.actual)),
  );
  return html`<tr>
    <td>
      ${place} ${repeatsColumns(mismatch) ? undefined : html`<p class="quiet" dir="auto">${mismatch.message}</p>`}
    </td>
    <td class="expected"><pre dir="auto">${expected}</pre></td>
    <td class="seen"><pre dir="auto">${seen}</pre></td>
  </tr>`;
}

/** Every way in which the observation differs, expected beside seen. */
export function mismatchTable(step: ToldStep, mismatches: readonly Mismatch[]): Markup {
  const left = mismatches.length - MOST_MISMATCHES;
  return html`<div class="scroll">
      <table class="mismatches">
        <caption>
          Expected, and seen instead
        </caption>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Expected</th>
            <th scope="col">Seen instead</th>
          </tr>
        </thead>
        <tbody>
          ${mismatches.slice(0, MOST_MISMATCHES).map((mismatch) => row(step, mismatch))}
        </tbody>
      </table>
    </div>
    ${left > 0 ? html`<p class="quiet">and ${left} more: see report.json</p>` : undefined}`;
}
