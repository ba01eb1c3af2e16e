/**
 * Unit tests beside the code: `*.test.ts` on Node, `*.browser.test.tsx` in a real Chromium; and the service from
 * outside, `e2e/service/**` with the ending `.service.ts`.
 */
import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { msw } from 'msw/vite'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './e2e/kit/browsers.ts'
import pkg from './package.json' with { type: 'json' }

const define = { __VERSION__: JSON.stringify(pkg.version) }
const places = '{contract,loader,app,service,mocks,public,docs,e2e,bench,deploy}'

/** Timeouts for hanging tests, not for slow ones: these tests measure no time, and the machine may be busy. */
const timeouts = { testTimeout: 30_000, hookTimeout: 30_000, expect: { poll: { timeout: 15_000 } } }

const onNode = [`${places}/**/*.test.{ts,tsx}`, '.ci/*.test.mjs']
const notOnNode = ['**/*.browser.test.*', '**/node_modules/**']
/** Tests that replace timers, globals or process events would be disturbed by files that share their worker. */
const needsIsolation = /useFakeTimers|stubGlobal|unhandledRejection|uncaughtException/
const alone = globSync(onNode, { cwd: import.meta.dirname, exclude: notOnNode }).filter((file) =>
  needsIsolation.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
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
          include: onNode,
          exclude: [...notOnNode, ...alone],
          // One worker per core. The default on two cores is one.
          maxWorkers: '100%',
          // Files share their worker's modules (docs/decisions/0042): reloading them took a third of the
          // time.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        define,
        test: {
          name: 'node-alone',
          ...timeouts,
          include: alone,
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        define,
        test: {
          // The service from outside: real processes, databases and faults. Slow; `npm test` does not run it.
          name: 'service',
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 15_000 } },
          include: ['{e2e/service,deploy}/**/*.service.ts'],
          // Each starts its own processes: in parallel they would affect each other.
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
          setupFiles: ['app/testing/draw-in-inter.ts'],
          // One page per core, each in its own context. The default on two cores is one.
          maxWorkers: '100%',
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
