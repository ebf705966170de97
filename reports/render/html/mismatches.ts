import type { Mismatch } from '../../schema/verification.ts';
import { hasValues } from '../text/mismatch-text.ts';
import { formatValueIndented } from '../text/value-text.ts';
import { markDifference } from './difference.ts';
import { html } from './markup.ts';
import type { Markup } from './markup.ts';

const MOST_OF_A_VALUE = 6_000;
const MOST_MISMATCHES = 50;

/** An expectation is a value, or the words that the mismatch's own sentence says of it. */
function expectedText(mismatch: Mismatch): string {
  const { expected, message } = mismatch;
  if (!('expected' in mismatch)) return '—';
  return typeof expected === 'string' && message.startsWith(`expected ${expected}`)
    ? expected
    : formatValueIndented(expected);
}

function shortened(text: string): string {
  return text.length <= MOST_OF_A_VALUE
    ? text
    : `${text.slice(0, MOST_OF_A_VALUE)}… (${String(text.length)} signs in all)`;
}

/** Whether the sentence says nothing that the columns do not say. */
function repeatsColumns({ message }: Mismatch): boolean {
  return message.startsWith('expected ');
}

function row(mismatch: Mismatch): Markup {
  const path = mismatch.path === '' ? html`<span class="quiet">the whole</span>` : html`<code>${mismatch.path}</code>`;
  if (!hasValues(mismatch))
    return html`<tr>
      <td>${path}</td>
      <td colspan="2" dir="auto">${mismatch.message}</td>
    </tr>`;
  const [expected, seen] = markDifference(
    shortened(expectedText(mismatch)),
    shortened(formatValueIndented(mismatch.actual)),
  );
  return html`<tr>
    <td>${path} ${repeatsColumns(mismatch) ? undefined : html`<p class="quiet" dir="auto">${mismatch.message}</p>`}</td>
    <td class="expected"><pre dir="auto">${expected}</pre></td>
    <td class="seen"><pre dir="auto">${seen}</pre></td>
  </tr>`;
}

/** Every way in which the observation differs, expected beside seen. */
export function mismatchTable(mismatches: readonly Mismatch[]): Markup {
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
          ${mismatches.slice(0, MOST_MISMATCHES).map(row)}
        </tbody>
      </table>
    </div>
    ${left > 0 ? html`<p class="quiet">and ${left} more: see report.json</p>` : undefined}`;
}
