import { isLosslessNumber } from 'lossless-json';
import { formatValue } from '../text/value-text.ts';
import { html } from './markup.ts';
import type { Markup } from './markup.ts';

/** A row, as JSON has it. */
export type Row = Readonly<Record<string, unknown>>;

const MOST_ROWS = 50;
const MOST_COLUMNS = 12;
const MOST_OF_A_CELL = 600;

/** Whether it is an object with keys, and neither a list nor a number that keeps its digits. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Whether it is a list of objects, with at least one. */
export function isRows(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MOST_COLUMNS);
}

/** Texts stand without quotes: a table's reader knows what a text is. */
function cellText(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : formatValue(value);
  return text.length > MOST_OF_A_CELL ? `${text.slice(0, MOST_OF_A_CELL)}…` : text;
}

function cell(value: unknown): Markup {
  const isNumber = typeof value === 'number' || typeof value === 'bigint' || isLosslessNumber(value);
  return isNumber ? html`<td class="number">${cellText(value)}</td>` : html`<td dir="auto">${cellText(value)}</td>`;
}

/** Rows as a table with their keys as headings; what is left out is said. */
export function rowsTable(caption: string, rows: readonly Row[]): Markup {
  const columns = columnsOf(rows);
  const left = rows.length - MOST_ROWS;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
      <table class="rows">
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, MOST_ROWS).map(
            (row) =>
              html`<tr>
                ${columns.map((column) => cell(row[column]))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${left > 0 ? html`<p class="quiet">and ${left} more rows: see the file</p>` : undefined}`;
}

/** A two-column table of names and values. */
export function pairsTable(caption: string, pairs: readonly (readonly [string, string])[]): Markup {
  return html`<table class="pairs">
    <caption>
      ${caption}
    </caption>
    <tbody>
      ${pairs.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td dir="auto">${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
