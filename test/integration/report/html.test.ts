import assert from 'node:assert/strict';
import { chromium, expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { blockedReport } from '../../fixtures/reports/blocked.ts';
import { failReport } from '../../fixtures/reports/fail.ts';
import { HOSTILE, hostileReport } from '../../fixtures/reports/hostile.ts';
import { largeReport } from '../../fixtures/reports/large.ts';
import { partialReport, passReport } from '../../fixtures/reports/pass.ts';
import { wholeLanguageReport } from '../../fixtures/reports/whole-language.ts';
import { makePrintable } from '../../../reports/render/text/printable.ts';
import { executable } from '../browser/browser-world.ts';
import { contrastProblems } from './contrast.ts';
import { openReport } from './opened-report.ts';

function shown(page: Page): Promise<number> {
  return page.locator('.criterion:visible').count();
}

describe('the HTML report, opened from disk', () => {
  let browser: Browser;
  before(async () => {
    browser = await chromium.launch({ executablePath: await executable() });
  });
  after(async () => {
    await browser.close();
  });

  for (const fixture of [passReport, partialReport, failReport, blockedReport, hostileReport, wholeLanguageReport]) {
    it(`of ${fixture.name} fetches nothing from elsewhere and breaks nothing`, async () => {
      await using opened = await openReport(browser, fixture());
      await opened.page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        for (const image of document.images) image.loading = 'eager';
      });
      await opened.page.waitForFunction(() => [...document.images].every((image) => image.complete));
      assert.equal(
        await opened.page.evaluate(() => [...document.images].every((image) => image.naturalWidth > 0)),
        true,
      );
      assert.deepEqual(opened.complaints, []);
    });

    for (const width of [1280, 390]) {
      it(`of ${fixture.name} is not wider than a screen of ${String(width)} pixels`, async () => {
        await using opened = await openReport(browser, fixture(), { viewport: { width, height: 800 } });
        await opened.page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        assert.equal(await opened.page.evaluate(() => document.documentElement.scrollWidth), width);
      });
    }
  }

  it('takes hostile texts for texts', async () => {
    await using opened = await openReport(browser, hostileReport());
    const { page, complaints } = opened;
    assert.match(await page.title(), /^FAIL · sample-app/u);
    assert.deepEqual(await page.locator('.criterion h4').allTextContents(), HOSTILE.map(makePrintable));
    assert.equal(await page.locator('script').count(), 1);
    assert.equal(await page.locator('img').count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('filters by judgement, and says how many are shown', async () => {
    await using opened = await openReport(browser, failReport());
    const { page } = opened;
    await page.getByRole('button', { name: 'Violated 4' }).click();
    assert.equal(await shown(page), 4);
    assert.equal(await page.locator('.contract:visible').count(), 1, 'contracts without any are out of the way');
    await expect(page.getByRole('status')).toHaveText('4 of 13 criteria shown');
    await expect(page.getByRole('button', { name: 'Violated 4' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'All 13' }).click();
    assert.equal(await shown(page), 13);
    await expect(page.getByRole('status')).toHaveText('');
  });

  it('is searched from the keyboard', async () => {
    await using opened = await openReport(browser, failReport());
    const { page } = opened;
    await page.keyboard.press('/');
    await page.keyboard.type('SIGNING');
    assert.deepEqual(await page.locator('.criterion:visible h4').allTextContents(), [
      'Nobody favourites without signing in',
      'Signing out ends it',
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await shown(page), 13);
  });

  it('unfolds a criterion from the keyboard', async () => {
    await using opened = await openReport(browser, passReport());
    const { page } = opened;
    const first = page.locator('.criterion').first();
    await first.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await expect(first.getByText('the reader clicks the heart')).toBeVisible();
  });

  it('unfolds all that is shown, and folds it again', async () => {
    await using opened = await openReport(browser, failReport());
    const { page } = opened;
    await page.getByRole('button', { name: 'Satisfied 8' }).click();
    await page.getByRole('button', { name: 'Open all' }).click();
    assert.equal(await page.locator('.criterion[open]:visible').count(), 8);
    await page.getByRole('button', { name: 'Close all' }).click();
    assert.equal(await page.locator('.criterion[open]:visible').count(), 0);
  });

  it('opens at the criterion that its address names', async () => {
    await using opened = await openReport(browser, passReport(), { hash: '#favorites%2FAC-03' });
    const { page } = opened;
    await expect(page.locator('details[open] > summary h4')).toHaveText(['A favourite can be taken back']);
    await expect(page.locator('.criterion[open]')).toBeInViewport();
  });

  it('leads from each reason to its criterion, also while that is filtered away', async () => {
    await using opened = await openReport(browser, failReport());
    const { page } = opened;
    await page.getByRole('button', { name: 'Satisfied 8' }).click();
    await page.getByRole('link', { name: /favorites AC-05/u }).click();
    await expect(page.getByRole('heading', { name: 'The list of favourites shows only one’s own' })).toBeInViewport();
  });

  it('shows everything without scripts', async () => {
    await using opened = await openReport(browser, failReport(), { javaScriptEnabled: false });
    const { page } = opened;
    assert.equal(await shown(page), 13);
    await expect(page.getByRole('search')).toBeHidden();
  });

  it('names its parts for those who do not see it', async () => {
    await using opened = await openReport(browser, failReport());
    const { page } = opened;
    for (const landmark of ['banner', 'main', 'contentinfo', 'search'] as const) {
      assert.equal(await page.getByRole(landmark).count(), 1, landmark);
    }
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    for (const name of ['Build and checks', 'Contracts', 'Environment']) {
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    }
    await expect(page.getByRole('img', { name: '8 satisfied, 4 violated, 1 unverified' })).toBeVisible();
    assert.equal(await page.locator('img:not([alt]), svg:not([role=img])').count(), 0);
    assert.equal(
      await page.evaluate(() => new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)).size),
      await page.locator('[id]').count(),
    );
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has enough contrast when it is ${colorScheme}`, async () => {
      for (const fixture of [failReport, blockedReport, partialReport, wholeLanguageReport]) {
        await using opened = await openReport(browser, fixture(), { colorScheme });
        await opened.page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        assert.deepEqual(await contrastProblems(opened.page), []);
      }
    });
  }

  it('folds the attempts beside the one that decides, each with its outcome, reason and steps', async () => {
    await using opened = await openReport(browser, wholeLanguageReport());
    const { page } = opened;
    const criterion = page.locator('[id="favorites/AC-05.2"]');
    await expect(criterion.getByText('Run 5 times: 3 satisfied, 2 violated; this is the 2nd')).toBeVisible();
    const others = criterion.getByRole('listitem').filter({ hasText: /^(?:\s|▸)*\d\w\w time: / });
    await expect(others).toHaveCount(4);
    await expect(others.nth(2)).toContainText('4th time: violated');
    await expect(others.nth(2)).toContainText('the 2nd request: expected status 200, found 500');
    const inner = others.nth(2).getByRole('cell', { name: 'the 2nd request: status' });
    await expect(inner).toBeHidden();
    await others.nth(2).getByText('4th time').click();
    await expect(inner).toBeVisible();
  });

  it('leads from a criterion to the one that it builds on', async () => {
    await using opened = await openReport(browser, wholeLanguageReport(), { hash: '#favorites%2FAC-03' });
    const { page } = opened;
    await page
      .locator('[id="favorites/AC-03"]')
      .getByRole('link', { name: /^AC-01 / })
      .click();
    await expect(page.getByRole('heading', { name: /^A favourite is saved, or/u })).toBeInViewport();
  });

  it('reads on a narrow screen without scrolling sideways, services too', async () => {
    await using opened = await openReport(browser, wholeLanguageReport(), { viewport: { width: 390, height: 800 } });
    const wide = await opened.page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
      return [...document.querySelectorAll('.scroll, .services, .line, .words')]
        .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0 && one.checkVisibility())
        .map((one) => one.textContent.slice(0, 60));
    });
    assert.deepEqual(wide, []);
    await expect(opened.page.getByRole('table', { name: 'Services' }).getByRole('row')).toHaveCount(3);
  });

  it('puts the violated ones on paper unfolded', async () => {
    await using opened = await openReport(browser, failReport());
    const { page } = opened;
    await page.getByRole('button', { name: 'Close all' }).click();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(await page.locator('.criterion.violated[open]').count(), 4);
    await expect(page.getByRole('search')).toBeHidden();
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.body).color),
      'rgb(33, 30, 25)',
      'ink, not light on dark',
    );
  });

  it('of a thousand criteria can be filtered and searched', async () => {
    await using opened = await openReport(browser, largeReport());
    const { page } = opened;
    // Plain selectors: roles are computed for a hundred thousand elements, which is the test's cost and not the page's.
    await expect(page.locator('.criterion')).toHaveCount(1000);
    await page.locator('[data-filter=violated]').click();
    await expect(page.locator('.shown')).toHaveText('40 of 1000 criteria shown');
    await page.locator('input').fill('area 7');
    await expect(page.locator('.shown')).toHaveText('4 of 1000 criteria shown');
    assert.deepEqual(opened.complaints, []);
  });
});
