import { env } from 'node:process';
import { defineConfig } from '@playwright/test';

/** The sample app's contracts, written by hand for Playwright Test; run by bench/speed, which sets the environment. */
const config = defineConfig({
  testDir: '.',
  outputDir: env['BENCH_EVIDENCE'] ?? 'test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: Number(env['BENCH_WORKERS'] ?? '2'),
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 5_000 },
  reporter: [['dot'], ['json', { outputFile: env['BENCH_REPORT'] ?? 'report.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: env['BENCH_BROWSER'] === undefined ? {} : { executablePath: env['BENCH_BROWSER'] },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
  },
});

export { config as default };
