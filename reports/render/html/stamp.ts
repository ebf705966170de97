import type { VerificationReport } from '../../schema/verification.ts';
import { verdictLabel } from '../text/headline.ts';
import { subjectText } from '../text/words.ts';
import { html, trusted } from './markup.ts';
import type { Markup } from './markup.ts';

/** The punch in the middle, as assay offices strike it into metal. */
const MARKS: Readonly<Record<VerificationReport['verdict'], string>> = {
  PASS: '<path d="M78 99l15 16 30-34"/>',
  FAIL: '<path d="M82 80l36 36M118 80l-36 36"/>',
  BLOCKED: '<path d="M76 98h48"/>',
  REVIEW_REQUIRED: '<path d="M72 98c12-20 44-20 56 0-12 20-44 20-56 0z"/><circle cx="100" cy="98" r="7"/>',
};

const CUT_CORNERS = 'M76 62h48l20 20v36l-20 20H76l-20-20V82z';

/** As many signs as fit on the rim. */
const MOST_ON_RIM = 26;

function rimText(text: string): string {
  return text.length > MOST_ON_RIM ? `${text.slice(0, MOST_ON_RIM - 1)}…` : text;
}

/** The verdict as an assay office would stamp it. A partial PASS has a broken rim. */
export function stamp(report: VerificationReport): Markup {
  const { verdict, scope, subject, system, run } = report;
  const label = `Stamp: ${verdictLabel(report)}`;
  const rim = scope.kind === 'partial' ? 'stamp partial' : 'stamp';
  const below = `${subjectText(subject)} · ${run.startedAt.slice(0, 10)}`;
  return html`<svg class="${rim}" viewBox="0 0 200 200" role="img" aria-label="${label}">
    <defs>
      <path id="rim-above" d="M100 100m-76 0a76 76 0 0 1 152 0" />
      <path id="rim-below" d="M100 100m-85 0a85 85 0 0 0 170 0" />
    </defs>
    <g transform="rotate(-7 100 100)">
      <circle class="outer" cx="100" cy="100" r="95" />
      <circle class="inner" cx="100" cy="100" r="66" />
      <text class="rim">
        <textPath href="#rim-above" startOffset="50%" text-anchor="middle">ASSAY · ${rimText(system.name)}</textPath>
      </text>
      <text class="rim"><textPath href="#rim-below" startOffset="50%" text-anchor="middle">${below}</textPath></text>
      <path class="punch" d="${CUT_CORNERS}" />
      <g class="mark">${trusted(MARKS[verdict])}</g>
    </g>
  </svg>`;
}
