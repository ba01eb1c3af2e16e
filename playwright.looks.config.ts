/**
 * Comparisons of pictures (e2e/acceptance/looks.e2e.ts), apart from `npm test`: another Chromium draws the same text a
 * little differently. `npm run test:looks`; `-- --update-snapshots` renews the pictures.
 */
import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

const { projects: _, ...shared } = base

export default defineConfig({
  ...shared,
  testDir: 'e2e/acceptance',
  testMatch: 'looks.e2e.ts',
  outputDir: '.cache/looks',
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
})
