/** The How panel with an open option, for browser tests of closing and rolling it. */
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Holding } from '#contract/bridge/holdings.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { setRolledOption } from '#app/state/holdings.ts'
import { useTickets } from '#app/state/order/tickets.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOption } from '#app/testing/income.ts'
import { sampleRoll } from '#app/testing/roll.ts'
import { app, host, live, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'

export const openOption = { id: 'AAPL261218C00240000', quantity: 2, price: 4.2 }
export const holding: Holding = { symbol: 'AAPL', shares: 200, costBasis: 180.5, openOptions: [openOption] }

/** The service: its response about the open option, and the URLs of all requests. */
export const service = { rollResponse: () => Response.json(sampleRoll()), requests: [] as string[] }

/** Prepares the app's state and the service for each test of the file. Returns the locators of the panel. */
export function setUpRolls() {
  beforeAll(async () => {
    const texts = await startI18n('en', i18next)
    await texts.loadNamespaces(['holdings', 'how', 'ticket', 'chain', 'unknown'])
  })
  beforeEach(() => {
    service.requests = []
    service.rollResponse = () => Response.json(sampleRoll())
    view.setState({ ...initialView, symbol: 'AAPL' }, true)
    setHoldings([holding])
    useTickets.of(app).setState({ tickets: [] })
    setRolledOption(app, null)
    live.setState({
      quotes: {},
      market: null,
      connection: 'live',
      lastMessageAt: Date.now(),
      stale: false,
    })
    vi.stubGlobal('fetch', async (input: string) => {
      service.requests.push(input)
      if (input.includes('/roll/')) return service.rollResponse()
      const id = new URL(input, location.href).searchParams.get('contract')
      const strike = id?.endsWith('C00245000') ? 245 : 240
      return Response.json(
        sampleIncome({ contract: id === null ? null : sampleOption({ id, strike, premium: 3.4, ask: 3.6 }) }),
      )
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  return { row, candidate, review, order, trade, limit }
}

export const setHoldings = (holdings: Holding[]) =>
  host.setState({
    phase: 'ready',
    loaderVersion: '1.2.0',
    subscribedEvents: new Set(['TRADE_TICKET_EXECUTE']),
    options: { holdings },
  })

export async function renderPanel(width = 410, height = 900) {
  const tickets: TradeTicket[] = []
  const client = makeQueryClient()
  const { container } = await render(
    <TestApp client={client}>
      <PanelFrame width={width} height={height}>
        <HowPanel onTrade={(ticket) => tickets.push(ticket)} />
      </PanelFrame>
    </TestApp>,
  )
  return { tickets, container, client }
}
const row = () => page.getByRole('button', { name: /^Short 2 × Dec 18 240 Call/ })
const candidate = (name: RegExp) =>
  page.getByRole('grid', { name: 'Roll into' }).getByRole('gridcell', { name })
const review = (name: string) => page.getByRole('button', { name, exact: true })
const order = (name = 'Roll to review') => page.getByRole('region', { name })
const trade = (name?: string) => order(name).getByRole('button', { name: 'Trade', exact: true })
const limit = (name?: string) => order(name).getByRole('spinbutton', { name: 'Net limit per share' })

/**
 * Expands the row and opens the review of a roll to a call with a later expiry and a higher strike.
 */
export async function reviewRoll() {
  await row().click()
  await candidate(/^Jan 15 245 Call/).click()
  await review('Review the roll').click()
  await expect.element(trade()).toBeEnabled()
}
