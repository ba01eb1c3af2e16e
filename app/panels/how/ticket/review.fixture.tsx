/** The How panel with the review of an order, for browser tests. */
import i18next from 'i18next'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { resetOrder } from '#app/state/order/order.ts'
import { useTickets } from '#app/state/order/tickets.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { app, host, live, TestApp, view } from '#app/testing/test-app.tsx'

/** The service: its response, which a test may replace. */
export const service = { income: sampleIncome() }
/** The query cache of the rendered panel. */
let client: QueryClient

/** Prepares the app's state and the service for each test of the file. */
export function setUpReview(): void {
  beforeAll(async () => void (await startI18n('en', i18next)))
  beforeEach(() => {
    service.income = sampleIncome()
    view.setState({ ...initialView, symbol: 'AAPL' }, true)
    resetOrder(app)
    useTickets.of(app).setState({ tickets: [] })
    host.setState({
      phase: 'ready',
      loaderVersion: '1.2.0',
      subscribedEvents: new Set(['TRADE_TICKET_EXECUTE']),
      options: null,
    })
    live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
    vi.stubGlobal('fetch', async () => Response.json(service.income))
  })
  afterEach(() => vi.unstubAllGlobals())
}

export async function renderPanel(width = 410, height = 700) {
  const tickets: TradeTicket[] = []
  client = makeQueryClient()
  const { container } = await render(
    <TestApp client={client}>
      <Suspense>
        <div style={{ container: 'widget / inline-size', inlineSize: width }}>
          <div style={{ blockSize: height, display: 'grid' }}>
            <HowPanel onTrade={(ticket) => tickets.push(ticket)} />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(review()).toBeVisible()
  return { container, tickets }
}
export async function renderPanelAndReview(width?: number, height?: number) {
  const rendered = await renderPanel(width, height)
  await review().click()
  await expect.element(reviewDialog()).toBeVisible()
  return rendered
}
export const review = () => page.getByRole('button', { name: 'Review', exact: true })
export const trade = () => page.getByRole('button', { name: 'Trade', exact: true })
export const reviewDialog = () => page.getByRole('dialog', { name: 'Order to review' })
export const contracts = () => page.getByRole('spinbutton', { name: 'Contracts' })
export const limit = () => page.getByRole('spinbutton', { name: 'Limit price' })
export const cell = (name: RegExp) => page.getByRole('gridcell', { name })
export const expectOrder = (text: string) =>
  expect.element(reviewDialog().getByText(text, { exact: true })).toBeVisible()
export const outcome = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.how-outcome > div')].map((row) => [
      row.querySelector('dt')!.textContent,
      row.querySelector('dd')!.textContent,
    ]),
  )
export const rePeg = () => page.getByRole('button', { name: /is now/ })
/** Requests quotes of every contract that are the sample's plus an amount, and waits until the panel has rendered. */
export async function moveQuotes(dollars: number) {
  const card = document.querySelector('.how-card')!.textContent
  const movedOptions = (leg: 'call' | 'put') =>
    sampleOptimals(leg).map((option) => ({
      ...option,
      bid: Math.round((option.bid + dollars) * 100) / 100,
      ask: Math.round((option.ask + dollars) * 100) / 100,
      premium: Math.round((option.premium + dollars) * 100) / 100,
      breakeven: option.breakeven - dollars,
    }))
  service.income = sampleIncome({ callOptimals: movedOptions('call'), putOptimals: movedOptions('put') })
  await client.refetchQueries()
  await expect.poll(() => document.querySelector('.how-card')?.textContent).not.toBe(card)
}
