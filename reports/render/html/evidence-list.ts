import type { EvidenceRef } from '../../schema/verification.ts';
import { sizeText } from '../text/words.ts';
import type { Context } from './context.ts';
import { presentContent } from './evidence-content.ts';
import { html } from './markup.ts';
import type { Markup } from './markup.ts';

/** Only what lies in the run's folder is linked: a report from elsewhere must not lead anywhere else. */
const LINKABLE = /^evidence\/[0-9a-f]{2}\/[0-9a-f]{64}\.[a-z0-9]{1,6}$/u;

const SMALL_TABLE_BYTES = 2_000;

/** A link to the file, or its path where it is not one of the run's. */
export function evidenceLink(ref: EvidenceRef, words: string): Markup {
  return LINKABLE.test(ref.path) ? html`<a href="${ref.path}">${words}</a>` : html`<span>${words} (${ref.path})</span>`;
}

function picture(ref: EvidenceRef): Markup {
  if (!LINKABLE.test(ref.path)) return evidenceLink(ref, ref.title);
  return html`<figure>
    <a href="${ref.path}"><img loading="lazy" src="${ref.path}" alt="${ref.title}" /></a>
    <figcaption dir="auto">${ref.title}</figcaption>
  </figure>`;
}

function remark(ref: EvidenceRef): string {
  return ref.truncated === undefined ? sizeText(ref.bytes) : `${sizeText(ref.bytes)}, cut: ${ref.truncated}`;
}

/** Small tables say at a glance what a fold would hide. */
function opensByItself({ kind, bytes }: EvidenceRef): boolean {
  return (kind === 'rows' || kind === 'delta') && bytes <= SMALL_TABLE_BYTES;
}

function piece(context: Context, ref: EvidenceRef): Markup {
  const text = context.textOf(ref);
  const head = html`<span class="kind">${ref.kind}</span> <span dir="auto">${ref.title}</span>
    <span class="quiet">${remark(ref)}</span>`;
  if (text === undefined) return html`<p class="piece">${head} ${evidenceLink(ref, 'open')}</p>`;
  const content = text === '' ? html`<p class="quiet">empty</p>` : presentContent(text, ref);
  return html`<details class="piece" ${opensByItself(ref) ? html`open` : undefined}>
    <summary>${head}</summary>
    ${content}
    <p class="quiet">${evidenceLink(ref, 'open the file')}</p>
  </details>`;
}

/** Evidence to be looked at: pictures as pictures, the rest folded, each with a link to its file. */
export function evidenceList(context: Context, refs: readonly EvidenceRef[]): Markup | undefined {
  if (refs.length === 0) return undefined;
  const unique = [...new Map(refs.map((ref) => [ref.path, ref])).values()];
  const pictures = unique.filter(({ mediaType }) => mediaType.startsWith('image/'));
  const others = unique.filter((ref) => !pictures.includes(ref));
  return html`<div class="evidence">${pictures.map(picture)}${others.map((ref) => piece(context, ref))}</div>`;
}
