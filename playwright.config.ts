/**
 * Projects of Playwright: the suites that test the built product in a browser. Vitest runs unit and
 * component tests.
 */
import { defineConfig, type ReporterDescription } from '@playwright/test'
import { chromiumLaunch, findFirefox } from './e2e/kit/browsers.ts'

// CI counts the tests from reports in this folder.
const reportFolder = process.env['TEST_REPORTS']
const reports: ReporterDescription[] = reportFolder
  ? [['json', { outputFile: `${reportFolder}/playwright.json` }]]
  : []
/** Tests of the widget on partners' pages. */
const embed = { testDir: 'e2e/embed', testMatch: '**/*.embed.ts' }

/** User journeys. */
const journeys = { testDir: 'e2e/journeys', testMatch: '**/*.e2e.ts' }

export default defineConfig({
  outputDir: 'test-results',
  globalSetup: './e2e/kit/build.ts',
  fullyParallel: false,
  // Each worker has its own browser and service, on a copy of one nightly scan, and is idle much of the time.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // A test that passes only in the retry is reported as flaky.
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
    // Recording every test makes the suite 50 % slower. Use `--trace on` to record a single test.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    // `npm test` runs the projects that end with -core, which exclude the tests with the tag @extended.
    { name: 'journeys-core', ...journeys, grepInvert: /@extended/ },
    { name: 'journeys', ...journeys },
    {
      // Tools for partners: the testing kit in every state, the samples of the documentation, the typed client.
      name: 'partner',
      testDir: 'e2e/partner',
      testMatch: '**/*.e2e.ts',
    },
    // Applications of other frameworks, installed from a registry and built by their own tools.
    { name: 'frameworks', testDir: 'e2e/frameworks', testMatch: '**/*.e2e.ts', workers: 1 },
    { name: 'embed-core', ...embed, grepInvert: /@extended/ },
    { name: 'embed-chromium', ...embed },
    {
      name: 'embed-firefox',
      ...embed,
      grepInvert: /@chromium/,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: findFirefox() ?? '' },
      },
    },
    // Through WebDriver (e2e/kit/webdriver.ts): Playwright only drives its own WebKit builds.
    { name: 'embed-webkit', testDir: 'e2e/embed', testMatch: '**/*.webkit.ts' },
    {
      // The acceptance checklist of the widget. It measures speed, so it uses one worker.
      name: 'acceptance',
      testDir: 'e2e/acceptance',
      testMatch: '**/*.e2e.ts',
      testIgnore: '**/looks.e2e.ts',
      workers: 1,
    },
    {
      // Compares screenshots. They are valid only on the machine that made them, because another Chromium draws text
      // differently. `npm run test:looks -- --update-snapshots` replaces them.
      name: 'looks',
      testDir: 'e2e/acceptance',
      testMatch: 'looks.e2e.ts',
      outputDir: '.cache/looks',
      snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
    },
  ],
})
