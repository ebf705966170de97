import { makePrintable } from '../text/printable.ts';

/** Text that is safe to stand in a document. Only `html` and `trusted` make it. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a template: text is escaped, markup is not, nothing is nothing. */
export type Part = string | number | Markup | undefined | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text that can't be anything but text, between tags and in quoted attributes. Signs without a shape get one. */
export function escapeText(text: string): string {
  return makePrintable(text).replace(/[&<>"'`]/gu, (sign) => ENTITIES[sign] ?? sign);
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(render).join('');
}

const outlines = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The template's own text without the indentation of its source, which a thousand criteria would repeat. */
function outlineOf(strings: TemplateStringsArray): readonly string[] {
  const known = outlines.get(strings);
  if (known !== undefined) return known;
  const outline = strings.map((string) => string.replace(/\n\s*/gu, '\n'));
  outlines.set(strings, outline);
  return outline;
}

/** A template whose values are escaped unless they are markup themselves. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const rendered = parts.map(render);
  return { markup: outlineOf(strings).reduce((text, string, index) => text + (rendered[index - 1] ?? '') + string) };
}

/** For texts of this project's own: styles, scripts, entities. Never for what came from outside. */
export function trusted(markup: string): Markup {
  return { markup };
}

/** The markup, where the condition holds. */
export function when(condition: boolean, make: () => Markup): Markup | undefined {
  return condition ? make() : undefined;
}
