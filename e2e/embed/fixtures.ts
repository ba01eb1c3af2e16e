/** What every embedder scenario starts from: a running product, a partner's server, and one of its pages. */
import { test as base } from '../fixtures.ts'
import { Host } from './host.ts'
import { type Partner, startPartner } from './site.ts'

export const test = base.extend<{ host: Host }, { partner: Partner }>({
  partner: [
    async ({ site }, provide) => {
      const partner = await startPartner(site)
      await provide(partner)
      await partner.stop()
    },
    { scope: 'worker' },
  ],

  host: async ({ page, partner, site }, provide, info) => {
    const host = new Host(page, partner)
    await provide(host)
    if (info.status !== info.expectedStatus) {
      const said = [...host.console, ...host.failures].join('\n')
      await info.attach('console', { body: said, contentType: 'text/plain' })
      await info.attach('service log', { body: site.log(), contentType: 'text/plain' })
    }
  },
})

export { expect } from '@playwright/test'
export { chromiumLaunch } from '../browser.ts'
export { newAuthToken } from '../doors.ts'
