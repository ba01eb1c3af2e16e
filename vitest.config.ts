/** Unit tests beside the code: `*.test.ts` on Node, `*.browser.test.tsx` in a real Chromium. */
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { msw } from 'msw/vite'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './e2e/kit/browsers.ts'
import pkg from './package.json' with { type: 'json' }

const define = { __VERSION__: JSON.stringify(pkg.version) }
const places = '{contract,loader,app,service,mocks,public,docs,e2e,bench}'

// CI counts the tests from reports in this folder.
const reports = process.env['TEST_REPORTS']

export default defineConfig({
  publicDir: false,
  test: {
    reporters: reports ? ['default', ['json', { outputFile: `${reports}/vitest.json` }]] : ['default'],
    projects: [
      {
        define,
        test: {
          name: 'node',
          // A limit for what hangs, not for what is slow: these tests time nothing, and the machine may be busy.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          include: [`${places}/**/*.test.{ts,tsx}`],
          exclude: ['**/*.browser.test.*', '**/node_modules/**'],
        },
      },
      {
        define,
        publicDir: false,
        plugins: [react(), msw({ mode: 'worker-only' })],
        optimizeDeps: {
          include: [
            'react',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'i18next',
            'react-i18next',
            'zustand',
            '@tanstack/react-query',
            'valibot',
            'vitest-browser-react',
            'axe-core',
          ],
        },
        test: {
          name: 'browser',
          include: [`${places}/**/*.browser.test.{ts,tsx}`],
          setupFiles: ['app/testing/draw-in-inter.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch() }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 768 } }],
          },
        },
      },
    ],
  },
})
