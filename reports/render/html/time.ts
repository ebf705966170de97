import { html } from './markup.ts';
import type { Markup } from './markup.ts';

const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });

/** An ISO time for people, in UTC; what is no time stays as it is. */
export function timeText(iso: string): Markup {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? html`${iso}` : html`<time datetime="${iso}">${words.format(at)} UTC</time>`;
}
