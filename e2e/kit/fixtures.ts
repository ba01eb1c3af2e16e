/**
 * Test fixtures. Per worker and on demand: a running product, a partner's server, the workbench, a WebKit.
 * Per test: the corresponding page.
 */
import { test as base, type TestInfo } from '@playwright/test'
import { DemoPage } from './demo-page.ts'
import { HostPage } from './host-page.ts'
import type { PageWithWidget } from './page.ts'
import { type Partner, startPartner } from './partner.ts'
import { scannedData, type Site, startSite } from './site.ts'
import { startWebKit, type WebKit } from './webdriver.ts'
import { startWorkbench, Workbench } from './workbench.ts'

type Fixtures = { demoPage: DemoPage; host: HostPage; workbench: Workbench }
type WorkerFixtures = { site: Site; partner: Partner; workbenchAddress: string; webkit: WebKit }

/** Attaches the output of the page and of the service to a failed test. */
async function attachOutput(info: TestInfo, page: PageWithWidget, site: Site): Promise<void> {
  if (info.status === info.expectedStatus) return
  const output = [...page.console, ...page.uncaughtErrors].join('\n')
  await info.attach('console', { body: output, contentType: 'text/plain' })
  await info.attach('service log', { body: site.log(), contentType: 'text/plain' })
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, provide) => {
      const site = await startSite({}, process.env[scannedData])
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  partner: [
    async ({ site }, provide) => {
      const partner = await startPartner(site)
      await provide(partner)
      await partner.stop()
    },
    { scope: 'worker' },
  ],
  workbenchAddress: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, provide) => {
      const workbench = await startWorkbench()
      await provide(workbench.address)
      await workbench.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  webkit: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, provide) => {
      const webkit = await startWebKit()
      await provide(webkit)
      await webkit.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  demoPage: async ({ page, site }, provide, info) => {
    const demoPage = new DemoPage(page, site)
    await provide(demoPage)
    await attachOutput(info, demoPage, site)
  },
  host: async ({ page, partner, site }, provide, info) => {
    const host = new HostPage(page, partner)
    await provide(host)
    await attachOutput(info, host, site)
  },
  workbench: async ({ page, workbenchAddress }, provide) => {
    await page.setViewportSize({ width: 1280, height: 1000 })
    await provide(new Workbench(page, workbenchAddress))
  },
})

export { expect } from '@playwright/test'
