/**
 * Projects of Vitest: unit tests next to the code, `*.test.{ts,tsx}` on Node and
 * `*.browser.test.{ts,tsx}` in a real Chromium; and tests of the running service, `*.service.ts` in
 * e2e/service and deploy.
 */
import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { msw } from 'msw/vite'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './e2e/kit/browsers.ts'
import pkg from './package.json' with { type: 'json' }

const define = { __VERSION__: JSON.stringify(pkg.version) }
const places = '{contract,loader,app,service,mocks,public,docs,e2e,bench,deploy,releases}'

/**
 * The timeouts stop hanging tests. They tolerate slow tests, because no test measures time and the
 * machine may be busy.
 */
const timeouts = { testTimeout: 30_000, hookTimeout: 30_000, expect: { poll: { timeout: 15_000 } } }

const nodeTests = [`${places}/**/*.test.{ts,tsx}`, '.ci/*.test.mjs']
const excludedFromNode = ['**/*.browser.test.*', '**/node_modules/**']
/**
 * Matches tests that replace timers or globals, or listen for process events. In a shared worker,
 * such a test and the other files would affect each other.
 */
const needsIsolation = /useFakeTimers|stubGlobal|unhandledRejection|uncaughtException/
const isolatedTests = globSync(nodeTests, { cwd: import.meta.dirname, exclude: excludedFromNode }).filter(
  (file) => needsIsolation.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
)

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
          ...timeouts,
          include: nodeTests,
          exclude: [...excludedFromNode, ...isolatedTests],
          // One worker per core. With two cores, the default is one worker.
          maxWorkers: '100%',
          // Test files share their worker's modules (docs/decisions/0042): reloading them took a third of the time.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        define,
        test: {
          name: 'node-alone',
          ...timeouts,
          include: isolatedTests,
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        define,
        test: {
          // Tests of the running service with real processes, databases and faults. `npm test` skips them, because they
          // are slow.
          name: 'service',
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 15_000 } },
          include: ['{e2e/service,deploy}/**/*.service.ts'],
          // Each file starts its own processes, which would affect each other in parallel.
          fileParallelism: false,
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
            'zustand',
            '@tanstack/react-query',
            'valibot',
            'vitest-browser-react',
            'axe-core',
            'recharts',
          ],
        },
        test: {
          name: 'browser',
          ...timeouts,
          include: [`${places}/**/*.browser.test.{ts,tsx}`],
          setupFiles: ['app/testing/inter-font.setup.ts', 'app/testing/pointer.setup.ts'],
          // One page per core, each in its own context. With two cores, the default is one page.
          maxWorkers: '100%',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch() }),
            commands: { movePointerAway: ({ page }) => page.mouse.move(-1, -1) },
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 768 } }],
          },
        },
      },
    ],
  },
})
