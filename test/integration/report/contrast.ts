import type { Page } from '@playwright/test';

/** WCAG AA for text of ordinary size. */
const LEAST = 4.5;

/** Texts whose contrast with what lies behind them is below AA, as `ratio: text`. */
export async function contrastProblems(page: Page): Promise<string[]> {
  // The loader of the tests wraps named functions in a call of this; the page does not have it.
  await page.evaluate('globalThis.__name = (named) => named');
  return await page.evaluate((least) => {
    type Colour = readonly [number, number, number, number];
    const parse = (css: string): Colour => {
      const [r = 0, g = 0, b = 0, a = 1] = (css.match(/[\d.]+/gu) ?? []).map(Number);
      return [r, g, b, a];
    };
    const luminance = ([r, g, b]: Colour): number => {
      const linear = [r, g, b].map((channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
    };
    const behind = (element: Element | null): Colour => {
      for (let at = element; at !== null; at = at.parentElement) {
        const colour = parse(getComputedStyle(at).backgroundColor);
        if (colour[3] === 1) return colour;
      }
      return [255, 255, 255, 1];
    };
    const problems: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = (node.textContent ?? '').trim();
      if (
        element === null ||
        text === '' ||
        element.closest('script, style, svg, .skip') !== null ||
        !element.checkVisibility()
      )
        continue;
      const [front, back] = [luminance(parse(getComputedStyle(element).color)), luminance(behind(element))];
      const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
      if (ratio < least) problems.push(`${ratio.toFixed(2)}: ${text.slice(0, 60)}`);
    }
    return problems;
  }, LEAST);
}
