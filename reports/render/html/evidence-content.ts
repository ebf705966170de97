import { parse } from 'lossless-json';
import type { EvidenceRef } from '../../schema/verification.ts';
import { formatValue, formatValueIndented } from '../text/value-text.ts';
import { html } from './markup.ts';
import type { Markup } from './markup.ts';
import { isRow, isRows, rowsTable } from './table.ts';
import type { Row } from './table.ts';

function pre(text: string): Markup {
  return html`<pre tabindex="0" dir="auto">${text}</pre>`;
}

/** JSON inside text is shown as JSON. */
function bodyText(body: unknown): string {
  if (typeof body !== 'string') return formatValueIndented(body);
  try {
    return formatValueIndented(parse(body));
  } catch {
    return body;
  }
}

function headersOf(message: Row): Markup | undefined {
  const { headers } = message;
  if (!isRow(headers)) return undefined;
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : formatValue(value)}`,
  );
  return lines.length === 0
    ? undefined
    : html`<details class="minor">
        <summary>headers</summary>
        ${pre(lines.join('\n'))}
      </details>`;
}

function textIn(row: Row, key: string): string {
  const value = row[key];
  return value === undefined ? '' : typeof value === 'string' ? value : formatValue(value);
}

/** One request and its answer. */
function exchange(value: Row & { readonly request: Row }): Markup {
  const { request, response } = value;
  const failed =
    'failed' in value ? html`<p><strong>${textIn(value, 'failed')}</strong> ${textIn(value, 'detail')}</p>` : undefined;
  const answer = isRow(response)
    ? html`<p><strong>Answer ${textIn(response, 'status')}</strong></p>
        ${headersOf(response)}${'body' in response ? pre(bodyText(response['body'])) : undefined}`
    : undefined;
  return html`<p><strong>${textIn(request, 'method')}</strong> ${textIn(request, 'url')}</p>
    ${headersOf(request)}${'body' in request ? pre(bodyText(request['body'])) : undefined}${failed}${answer}`;
}

/** Calls without their bodies and clocks: the file has those. */
function callsTable(calls: readonly Row[]): Markup {
  const keep = ['method', 'url', 'path', 'status', 'type', 'durationMs', 'failure', 'actor'];
  const rows = calls.map((call) =>
    Object.fromEntries(keep.filter((key) => key in call).map((key) => [key, call[key]])),
  );
  return rowsTable('Requests', rows);
}

function isDelta(value: Row): boolean {
  const kinds = ['inserted', 'updated', 'deleted'];
  const tables = Object.values(value);
  return (
    tables.length > 0 &&
    tables.every(
      (table) =>
        isRow(table) && Object.keys(table).every((kind) => kinds.includes(kind)) && Object.values(table).every(isRows),
    )
  );
}

function deltaTables(value: Row): Markup {
  const tables = Object.entries(value).flatMap(([name, changes]) =>
    isRow(changes) ? Object.entries(changes).map(([kind, rows]) => ({ caption: `${name}: ${kind}`, rows })) : [],
  );
  return html`${tables.map(({ caption, rows }) => (isRows(rows) ? rowsTable(caption, rows) : undefined))}`;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Things that happened, and lines, by the name that an observation has for them. */
function happenings(value: Row): Markup | undefined {
  const { dialogs, downloads, lines, errors } = value;
  if (isRows(dialogs)) return rowsTable('Dialogs', dialogs);
  if (isRows(downloads)) return rowsTable('Files handed out', downloads);
  const written = [lines, errors].find((list) => Array.isArray(list) && list.length > 0);
  return Array.isArray(written)
    ? pre(written.map((line) => textIn({ line: line as unknown }, 'line')).join('\n'))
    : undefined;
}

/** Of a look that says what it is, what it saw. */
function observedIn(value: Row): Row | undefined {
  const { observed, ...rest } = value;
  const isOnlyObserved = Object.keys(rest).every((key) => key === 'verb' || key === 'actor');
  return isOnlyObserved && isRow(observed) ? observed : undefined;
}

function presentObject(value: Row): Markup {
  const observed = observedIn(value);
  return observed === undefined ? presentOwn(value) : presentOwn(observed);
}

function presentOwn(value: Row): Markup {
  if (isRow(value['request'])) return exchange({ ...value, request: value['request'] });
  if (isRows(value['calls'])) return callsTable(value['calls']);
  if (isRows(value['entries'])) return rowsTable('Console', value['entries']);
  if (isRows(value['rows'])) return rowsTable('Rows', value['rows']);
  if (isEmptyList(value['rows'])) return html`<p>No rows.</p>`;
  const happened = happenings(value);
  if (happened !== undefined) return happened;
  return isDelta(value) ? deltaTables(value) : pre(formatValueIndented(value));
}

/** A value for people: exchanges, calls, rows and changes by their shape, everything else as indented JSON. */
export function presentValue(value: unknown): Markup {
  if (isRow(value)) return presentObject(value);
  if (isRows(value)) return 'method' in (value[0] ?? {}) ? callsTable(value) : rowsTable('Rows', value);
  return pre(formatValueIndented(value));
}

function presentJson(text: string, kind: EvidenceRef['kind']): Markup {
  const value = parse(text);
  const isEmpty = isRow(value) && Object.keys(value).length === 0;
  return kind === 'delta' && isEmpty ? html`<p>No table changed.</p>` : presentValue(value);
}

/** The content of a piece of evidence for people. */
export function presentContent(text: string, { mediaType, kind }: EvidenceRef): Markup {
  if (!/[/+]json\b/u.test(mediaType)) return pre(text);
  try {
    return presentJson(text, kind);
  } catch {
    return pre(text);
  }
}
