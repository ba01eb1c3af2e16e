/** Journeys through the built product, on Chromium, across two sites. Unit and component tests are vitest's. */
import { defineConfig, type ReporterDescription } from '@playwright/test'
import { chromiumLaunch } from './e2e/browser.ts'

// CI counts the tests from reports in this folder.
const folder = process.env['TEST_REPORTS']
const reports: ReporterDescription[] = folder ? [['json', { outputFile: `${folder}/playwright.json` }]] : []

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './playwright.setup.ts',
  fullyParallel: false,
  // A worker is a browser and a service of its own, with its own overnight scan; much of its time it waits.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // What passes only the second time is reported as flaky, not hidden.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ...reports],
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: chromiumLaunch(),
    viewport: { width: 1440, height: 1000 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Recording every test makes the suite half as fast again; `--trace on` where one is looked into.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'journeys', testIgnore: 'acceptance/**' },
    // The widget's own checklist. Comparisons of pictures are playwright.looks.config.ts.
    { name: 'acceptance', testMatch: 'acceptance/**/*.e2e.ts', testIgnore: '**/looks.e2e.ts' },
    // On other people's pages. playwright.embed.config.ts has this on Firefox, and a part of it on WebKit, as well.
    { name: 'embed', testMatch: 'embed/**/*.embed.ts' },
  ],
})
