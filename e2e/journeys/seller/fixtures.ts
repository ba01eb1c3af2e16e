/**
 * A partner's page whose market stands still: the simulated market at a Thursday afternoon, so that contracts, prices
 * and scores are the same in each run.
 */
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { test as base } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import { type Site, startSite } from '#e2e/kit/site.ts'

const now = '2026-11-12T19:30:00Z'
const stoppedClock = new URL('../../service/chaos/shifted-clock.mjs', import.meta.url).href

export const test = base.extend<object, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, provide) => {
      const site = await startSite({ NODE_OPTIONS: `--import ${stoppedClock}`, CLOCK_STOPPED_AT: now })
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  page: async ({ page }, provide) => {
    await page.clock.setFixedTime(new Date(now))
    await provide(page)
  },
})

/** The reference of each order in the books of the page. */
export const orderReference = 'BR-20817'

/** Opens a page that takes orders, and waits until its widget shows data. */
export async function openBroker(host: HostPage, options: object): Promise<void> {
  await host.openReady('59-holdings', { acknowledgesTickets: true, ...options })
  await host.page.evaluate((reference) => {
    window.widget.on('TRADE_TICKET_EXECUTE', ({ ticketId }) =>
      window.widget.postMessage('TICKET_RECEIVED', { ticketId, reference }),
    )
  }, orderReference)
  await host.widget.ready()
}

/** The only order that the page has received. */
export async function onlyOrder(host: HostPage): Promise<TradeTicket> {
  await host.waitForEvent('TRADE_TICKET_EXECUTE')
  const tickets = (await host.receivedPayloads('TRADE_TICKET_EXECUTE')) as TradeTicket[]
  if (tickets.length !== 1) throw new Error(`The page received ${tickets.length} orders`)
  return tickets[0]!
}
