import type { FrameLocator, Locator as PageLocator, Page } from '@playwright/test';
import type { Locator, Value } from '../../../contracts/language/index.ts';
import { patternOf } from './text-pattern.ts';
import { textOf } from './value-text.ts';

type Root = Pick<
  Page,
  | 'getByRole'
  | 'getByLabel'
  | 'getByText'
  | 'getByPlaceholder'
  | 'getByAltText'
  | 'getByTitle'
  | 'getByTestId'
  | 'locator'
>;

/**
 * The visible elements that a contract's locator means, in document order; `nth` counts among the visible ones.
 * Throws `UnusableLocator` when a pattern does not parse; a selector that does not parse fails when it is used.
 */
export function locate(page: Page, locator: Locator<Value>): PageLocator {
  return inFrame(page, locator, locateInside(page, locator));
}

/** The same, said from inside the document that holds them: `frame` is left aside. */
export function locateInside(page: Page, locator: Locator<Value>): PageLocator {
  const visible = find(page, locator).filter({ visible: true });
  return locator.nth === undefined ? visible : pick(visible, locator.nth);
}

/** The same elements, hidden ones included and `nth` left aside: to say why there was nothing to act on. */
export function candidates(page: Page, locator: Locator<Value>): PageLocator {
  return inFrame(page, locator, find(page, locator));
}

/** The same elements, hidden ones included. */
export function locateHidden(page: Page, locator: Locator<Value>): PageLocator {
  return inFrame(page, locator, within(page, locator));
}

/** The way into the frame that the locator speaks of; `undefined` when it speaks of the page's own document. */
export function frameOf(page: Page, locator: Locator<Value>): FrameLocator | undefined {
  return locator.frame === undefined ? undefined : locate(page, locator.frame).contentFrame();
}

function inFrame(page: Page, locator: Locator<Value>, found: PageLocator): PageLocator {
  return frameOf(page, locator)?.locator(found) ?? found;
}

function find(page: Page, locator: Locator<Value>): PageLocator {
  const root = locator.inside === undefined ? page : within(page, locator.inside);
  const found = findBy(root, locator.by);
  return locator.has === undefined ? found : found.filter({ has: within(page, locator.has) });
}

/** `inside` and `has` may speak of containers without a box of their own, so hidden ones count. */
function within(page: Page, locator: Locator<Value>): PageLocator {
  const found = find(page, locator);
  return locator.nth === undefined ? found : pick(found, locator.nth);
}

function pick(found: PageLocator, nth: number | 'first' | 'last'): PageLocator {
  if (nth === 'first') return found.first();
  return nth === 'last' ? found.last() : found.nth(nth - 1);
}

function findBy(root: Root, by: Locator<Value>['by']): PageLocator {
  switch (by.kind) {
    case 'role':
      return root.getByRole(
        by.role as Parameters<Page['getByRole']>[0],
        by.name === undefined ? {} : { name: patternOf(by.name) },
      );
    case 'label':
      return findByLabel(root, patternOf(by.text));
    case 'text':
      return root.getByText(patternOf(by.text));
    case 'placeholder':
      return root.getByPlaceholder(patternOf(by.text));
    case 'alt':
      return root.getByAltText(patternOf(by.text));
    case 'title':
      return root.getByTitle(patternOf(by.text));
    case 'testId':
      return root.getByTestId(textOf(by.id));
    case 'css':
      return root.locator(`css=${textOf(by.selector)}`);
  }
}

/**
 * To Playwright, the text of a label around a list or a text area includes what these hold: "Size" would not find `<label>Size <select>…`.
 * The accessible name leaves it out.
 */
function findByLabel(root: Root, pattern: RegExp): PageLocator {
  const wrapped = root.locator('css=label select, label textarea');
  const named = (['combobox', 'listbox', 'textbox'] as const).map((role) =>
    wrapped.and(root.getByRole(role, { name: pattern })),
  );
  return named.reduce((found, more) => found.or(more), root.getByLabel(pattern));
}
