/**
 * Tests that the samples in docs/trade-ticket.md equal the sent tickets, except for ids and times.
 */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import * as v from 'valibot'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import guide from '../../../../docs/trade-ticket.md?raw'
import { type TradeTicket, TradeTicketSchema } from '#contract/bridge/ticket.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { resetOrder } from '#app/state/order/order.ts'
import { useTickets } from '#app/state/order/tickets.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome } from '#app/testing/income.ts'
import { app, host, live, TestApp, view } from '#app/testing/test-app.tsx'

/**
 * Samples of opening orders in the order of the document; roll/open-option-list.browser.test.tsx
 * tests the closing ones.
 */
const samples = [...guide.matchAll(/```json\n(.*?)```/gs)]
  .map(([, text]) => JSON.parse(text!) as TradeTicket)
  .filter(({ strategyName }) => !/^(Roll|Close) /.test(strategyName))

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  resetOrder(app)
  useTickets.of(app).setState({ tickets: [] })
  host.setState({ phase: 'ready' })
  const quote = { symbol: 'AAPL', last: 231.65, change: 0.15, percentageChange: 0.06, volume: 1 }
  live.setState({
    quotes: { AAPL: { ...quote, time: '2026-11-12T20:59:41.250Z' } },
    connection: 'live',
    lastMessageAt: Date.now(),
    stale: false,
  })
  vi.stubGlobal('fetch', async () => Response.json(sampleIncome()))
})
afterEach(() => vi.unstubAllGlobals())

const chooseOption = (name: string | RegExp) => page.getByRole('radio', { name }).click()

const choosePrice = (name: RegExp) => page.getByRole('button', { name }).click()
/**
 * The samples in the order of the document: the user's shares, and the steps in the review before
 * Trade.
 */
const orders: [title: string, shares: number | null, fillReview: () => Promise<unknown>][] = [
  ['a covered call on shares held', 100, async () => choosePrice(/^Bid/)],
  [
    'a cash-secured put',
    null,
    async () => {
      await chooseOption('Short put')
      await choosePrice(/^Mid/)
    },
  ],
  [
    'three contracts with 200 shares bought',
    100,
    async () => {
      await page.getByRole('spinbutton', { name: 'Contracts' }).fill('3')
      await chooseOption('Buy 200 too')
      await choosePrice(/^Mid/)
    },
  ],
]

test.each(orders)('the ticket equals the sample: %s', async (title, stockQuantity, fillReview) => {
  const index = orders.findIndex(([orderTitle]) => orderTitle === title)
  if (stockQuantity) view.setState({ positions: { AAPL: { stockQuantity } } })
  const tickets: TradeTicket[] = []
  await render(
    <TestApp>
      <Suspense>
        <div style={{ container: 'widget / inline-size', inlineSize: 410 }}>
          <HowPanel onTrade={(ticket) => tickets.push(ticket)} />
        </div>
      </Suspense>
    </TestApp>,
  )
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Trade', exact: true })).toBeEnabled()
  await fillReview()
  await page.getByRole('button', { name: 'Trade', exact: true }).click()

  const [sentTicket] = tickets
  expect(sentTicket).toEqual({
    ...samples[index],
    ticketId: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    time: expect.any(String),
  })
  expect(Object.keys(sentTicket!), 'in the order of the document').toEqual(Object.keys(samples[index]!))
  // Both have exactly the fields of the schema.
  expect(v.parse(v.strictObject(TradeTicketSchema.entries), sentTicket)).toEqual(sentTicket)
  expect(v.parse(v.strictObject(TradeTicketSchema.entries), samples[index])).toEqual(samples[index])
})

test('the document has no other samples of opening orders', () => expect(samples).toHaveLength(orders.length))
