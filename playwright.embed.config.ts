/**
 * How the widget behaves on other people's pages (e2e/embed): Chromium and Firefox through Playwright, WebKitGTK
 * through WebDriver. Chromium's part is in `npm test` as well.
 */
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

const firefox = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'
const webkit = process.env['WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver'
const { projects: _, ...shared } = base
if (!existsSync(firefox)) console.warn(`embed: no Firefox at ${firefox} (FIREFOX_PATH): its part is left out`)
if (!existsSync(webkit)) console.warn(`embed: no WebKit driver at ${webkit}: its part is left out`)

export default defineConfig({
  ...shared,
  testDir: 'e2e/embed',
  projects: [
    { name: 'chromium', testMatch: '**/*.embed.ts' },
    ...(existsSync(firefox)
      ? [
          {
            name: 'firefox',
            testMatch: '**/*.embed.ts',
            grepInvert: /@chromium/,
            use: {
              browserName: 'firefox' as const,
              channel: 'moz-firefox',
              launchOptions: { executablePath: firefox },
            },
          },
        ]
      : []),
    ...(existsSync(webkit) ? [{ name: 'webkit', testMatch: '**/*.webkit.ts' }] : []),
  ],
})
