/** What every journey starts from: a running product, once per worker, and the partner's page with its widget. */
import { test as base } from '@playwright/test'
import { EmbedPage } from './models/embed-page.ts'
import { type Site, startSite } from './site.ts'

type Fixtures = { embed: EmbedPage }
type WorkerFixtures = { site: Site }

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, provide) => {
      const site = await startSite()
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  embed: async ({ page, site }, provide, info) => {
    const embed = new EmbedPage(page, site)
    await provide(embed)
    if (info.status !== info.expectedStatus)
      await info.attach('service log', { body: site.log(), contentType: 'text/plain' })
  },
})

export { expect } from '@playwright/test'
