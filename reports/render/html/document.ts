import { createHash } from 'node:crypto';
import type { VerificationReport } from '../../schema/verification.ts';
import { headline, verdictLabel } from '../text/headline.ts';
import type { ReadText } from '../text/read-text.ts';
import { subjectText } from '../text/words.ts';
import { createContext } from './context.ts';
import { contractsSection } from './contracts.ts';
import { environmentSection } from './environment.ts';
import { layersSection } from './layers.ts';
import { html, trusted } from './markup.ts';
import type { Markup } from './markup.ts';
import { opening } from './opening.ts';
import { SCRIPT } from './script.ts';
import { STYLES } from './styles.ts';

/** Only this document's own style and script may act, and only pictures beside it may be fetched: a second wall behind escaping. */
function policy(): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; img-src 'self' file:; style-src ${hash(STYLES)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;
}

function head(report: VerificationReport): Markup {
  const title = `${verdictLabel(report)} · ${report.system.name} · ${subjectText(report.subject)}`;
  return html`<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${policy()}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" /><meta
      name="color-scheme"
      content="light dark"
    />
    <meta name="referrer" content="no-referrer" /><meta name="description" content="${headline(report)}" /><title>
      ${title}
    </title>
    ${trusted(`<style>${STYLES}</style>`)}`;
}

/** Up to here a browser lays out everything at once; above, criteria out of sight wait. */
const FEW = 150;

export interface HtmlOptions {
  /** The text of a piece of evidence, or undefined where there is none to show: pictures, and what is too large. */
  readonly read: ReadText;
}

/**
 * The report as one HTML document that opens from the run's folder without a server: evidence is linked relative to it,
 * small texts are inside. Everything that a contract, the application or the repository wrote is escaped.
 */
export function renderHtml(report: VerificationReport, options: HtmlOptions): string {
  const context = createContext(report, options.read);
  const page = html`<!doctype html>
    <html lang="en" data-verdict="${report.verdict}">
      <head>
        ${head(report)}
      </head>
      <body>
        <a class="skip" href="#contracts">To the contracts</a>
        <header class="letterhead"><span class="brand">Assay</span><span>Verification report</span></header>
        <main class="${report.counts.criteria > FEW ? 'many' : 'few'}">
          ${opening(report)}${layersSection(context)}${contractsSection(context)}${environmentSection(report)}
        </main>
        <footer>
          This page is made from <a href="report.json">report.json</a>, which lies beside it with all evidence. Schema:
          <code>${report.schema}</code>
        </footer>
        ${trusted(`<script>${SCRIPT}</script>`)}
      </body>
    </html> `;
  return page.markup;
}
