import type { JudgementKind } from '../../schema/verification.ts';
import { html, trusted } from './markup.ts';
import type { Markup } from './markup.ts';

const RING = 'M8 .8a7.2 7.2 0 1 0 0 14.4a7.2 7.2 0 1 0 0-14.4z';

/** Few elements each: a report has thousands of them. The sign of a violation alone is filled. */
const SHAPES: Readonly<Record<JudgementKind, string>> = {
  satisfied: `<path d="${RING}M4.5 8.4l2.4 2.5 4.8-5.4"/>`,
  violated: `<path class="disc" d="${RING}"/><path d="M5 5l6 6M11 5l-6 6"/>`,
  unverified: `<path d="${RING}M5.9 6.2a2.1 2.1 0 1 1 3 1.9c-.6.3-.9.7-.9 1.4M8 11.7v.1"/>`,
};

/** A round sign for a judgement, in its colour, with its name for those who don't see it. */
export function judgementSign(kind: JudgementKind): Markup {
  return html`<svg class="sign ${kind}" viewBox="0 0 16 16" role="img" aria-label="${kind}">
    ${trusted(SHAPES[kind])}
  </svg>`;
}
