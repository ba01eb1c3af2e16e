/**
 * The notes after a click on Trade. They state the known status of the ticket, but never that an
 * order was placed.
 */
import '#app/ui/base.css'
import i18next from 'i18next'
import * as v from 'valibot'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type TradeTicket, TradeTicketSchema } from '#contract/bridge/ticket.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { resetOrder } from '#app/state/order/order.ts'
import { recordTicketResponse } from '#app/state/order/ticket-responses.ts'
import { responseTimeoutMs, useTickets } from '#app/state/order/tickets.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome } from '#app/testing/income.ts'
import { app, host, live, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', loaderVersion: '1.2.0', subscribedEvents: new Set(), options: null })
  resetOrder(app)
  useTickets.of(app).setState({ tickets: [] })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async () => Response.json(sampleIncome()))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const subscribeToTickets = () =>
  host.setState({ subscribedEvents: new Set(['READY', 'TRADE_TICKET_EXECUTE']) })
const promiseResponse = () => {
  subscribeToTickets()
  host.setState({ options: { acknowledgesTickets: true } })
}

/**
 * Renders the panel and opens the review. The returned `tickets` are those that the page has
 * received.
 */
async function renderPanelAndReview(onTrade?: (ticket: TradeTicket) => void) {
  const tickets: TradeTicket[] = []
  const { container } = await render(
    <TestApp>
      <PanelFrame width={410} height={700}>
        <HowPanel
          onTrade={(ticket) => {
            tickets.push(ticket)
            onTrade?.(ticket)
          }}
        />
      </PanelFrame>
    </TestApp>,
  )
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.element(trade()).toBeEnabled()
  const notesElement = () => container.querySelector<HTMLElement>('[data-ticket]')!
  return { tickets, notesElement, noteState: () => notesElement().dataset['ticket'] }
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const trade = () => page.getByRole('button', { name: 'Trade', exact: true })
const noteList = () => page.getByRole('status').filter({ hasText: 'Sell' })
const expectNote = (text: string | RegExp) => expect.element(noteList()).toMatchTextContent(text)
const orderText = 'Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10'

test('a page without a ticket listener receives no ticket, and a note says so', async () => {
  const { tickets, noteState, notesElement } = await renderPanelAndReview()
  expect(noteState()).toBe('none')
  expect(notesElement().getBoundingClientRect().height, 'height of empty notes').toBe(0)
  await trade().click()
  await expectNote('Nothing was sent: this website takes no orders.')
  await expectNote(orderText)
  expect(noteState()).toBe('unheard')
  expect(tickets).toEqual([])
})

test('a page that listens without promising a response receives the ticket; the note says that nothing is ordered', async () => {
  subscribeToTickets()
  const { tickets, noteState } = await renderPanelAndReview()
  await trade().click()
  await expectNote(
    'The order details were passed to this website. Nothing has been ordered here: complete the order on the website.',
  )
  expect(noteState()).toBe('handed')
  expect(tickets).toHaveLength(1)
  expect(v.parse(v.strictObject(TradeTicketSchema.entries), tickets[0])).toEqual(tickets[0])
  await expect.element(button('Passed to the website')).toHaveFocus()
})

test.each(['1.1.0', '1.0.0', ''])(
  'a page with loader version "%s", which does not report listeners, receives the ticket',
  async (loaderVersion) => {
    host.setState({ loaderVersion })
    const { tickets, noteState } = await renderPanelAndReview()
    await trade().click()
    expect(noteState()).toBe('handed')
    expect(tickets).toHaveLength(1)
  },
)

test('a native app that reports listeners, but none for tickets, receives no ticket', async () => {
  host.setState({ loaderVersion: '', subscribedEvents: new Set(['SYMBOL_CHANGED']) })
  const { tickets, noteState } = await renderPanelAndReview()
  await trade().click()
  expect(noteState()).toBe('unheard')
  expect(tickets).toEqual([])
})

test('Trade is disabled until the promised response arrives, and keeps the focus', async () => {
  promiseResponse()
  const { tickets, noteState } = await renderPanelAndReview()
  ;(trade().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expectNote(/waiting for its response\. Nothing has been ordered here\./)
  expect(noteState()).toBe('waiting')
  await expect.element(button('Waiting for the website')).toHaveFocus()
  await expect.element(button('Waiting for the website')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Order again')).not.toBeInTheDocument()

  recordTicketResponse(app, { ticketId: 'another', reference: 'X-1' })
  expect(noteState()).toBe('waiting')
  recordTicketResponse(app, { ticketId: tickets[0]!.ticketId, reference: 'BR-20817' })
  await expectNote(/This website has received the order details as .?BR-20817.?\. Check there whether/)
  expect(noteState()).toBe('received')
  await expect.element(button('Received by the website')).toHaveFocus()
})

test('the same order is sent again only after the user has asked for it, and a changed order at once', async () => {
  subscribeToTickets()
  const { tickets } = await renderPanelAndReview()
  await trade().click()
  await expect.element(button('Passed to the website')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(tickets).toHaveLength(1)
  await button('Order again').click()
  await expect
    .element(page.getByText(/You sent this order at .* ET\. Trade sends it once more\./))
    .toBeVisible()
  expect(tickets, 'asking sends nothing').toHaveLength(1)
  ;(trade().element() as HTMLElement).focus()
  // Presses within a second of asking are ignored.
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Enter}')
      return tickets.length
    })
    .toBe(2)
  await expect.element(button('Passed to the website')).toBeVisible()

  await button('One contract more').click()
  await expect.element(trade()).toBeEnabled()
  await button('One contract fewer').click()
  await expect.element(button('Passed to the website')).toBeVisible()
  await button('Close').click()
  await button('Review').click()
  await expect.element(button('Passed to the website')).toBeVisible()
})

test('an order that was not sent, because the page takes none, can be tried again', async () => {
  await renderPanelAndReview()
  await trade().click()
  await expectNote('Nothing was sent: this website takes no orders.')
  await expect.element(trade()).toBeEnabled()
})

test('a page may respond synchronously, without a reference and without a promise', async () => {
  subscribeToTickets()
  const { noteState } = await renderPanelAndReview(({ ticketId }) => recordTicketResponse(app, { ticketId }))
  await trade().click()
  await expectNote('This website has received the order details. Check there whether the order was placed.')
  expect(noteState()).toBe('received')
})

test('a note shows the text of the page’s refusal', async () => {
  promiseResponse()
  const { noteState } = await renderPanelAndReview(({ ticketId }) =>
    recordTicketResponse(app, { ticketId, refusal: 'Options trading is not enabled for this account.' }),
  )
  await trade().click()
  await expectNote(/This website refused it: .?Options trading is not enabled for this account\./)
  expect(noteState()).toBe('refused')
})

test('without the promised response the state is unknown, until a late response arrives', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  promiseResponse()
  const { tickets, noteState } = await renderPanelAndReview()
  await trade().click()
  await expect.poll(noteState).toBe('waiting')
  vi.advanceTimersByTime(responseTimeoutMs - 100)
  expect(noteState()).toBe('waiting')
  vi.advanceTimersByTime(100)
  await expectNote(
    'This website has not responded, so the state of this order is unknown. Check on the website before you try again.',
  )
  expect(noteState()).toBe('unanswered')
  await expect.element(button('No response from the website')).toBeVisible()
  recordTicketResponse(app, { ticketId: tickets[0]!.ticketId, reference: 'late' })
  await expect.poll(noteState).toBe('received')
})

test('a changed order dismisses the notes of earlier tickets, except pending ones; a later response is shown', async () => {
  promiseResponse()
  const { tickets, noteState } = await renderPanelAndReview()
  await trade().click()
  await expect.poll(noteState).toBe('waiting')
  await page.getByRole('button', { name: 'One contract more' }).click()
  expect(noteState(), 'the response is pending').toBe('waiting')
  const { ticketId } = tickets[0]!
  recordTicketResponse(app, { ticketId, reference: 'A' })
  await expectNote(orderText)
  await page.getByRole('button', { name: 'One contract more' }).click()
  await expect.poll(noteState).toBe('none')
  recordTicketResponse(app, { ticketId, refusal: 'The market is closed.' })
  await expectNote(/The market is closed/)
  expect(noteState()).toBe('refused')
})

test('a note names the shares that the order buys, and still names its symbol after another one is selected', async () => {
  promiseResponse()
  const { tickets } = await renderPanelAndReview()
  await page.getByRole('radio', { name: 'Buy 100 too' }).click()
  await trade().click()
  await expectNote(`${orderText} · Buy 100 AAPL at $231.42 · Limit order · Day`)
  view.setState({ symbol: 'MSFT' })
  recordTicketResponse(app, { ticketId: tickets[0]!.ticketId, refusal: 'No.' })
  await expectNote(/Sell 1 × AAPL .* refused it/)
})
