/**
 * The note that the widget shows after Trade depends on the page's handling of the ticket. The tests are @chromium,
 * because Firefox delivers no input into the frame.
 */
import type { TicketReceived, TradeTicket } from '#contract/bridge/ticket.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

/** A page's handling of tickets: it only listens, or it acknowledges or refuses each ticket. */
type TicketHandling = 'silent' | Omit<TicketReceived, 'ticketId'>

/**
 * Opens a page with a widget that shows a contract. Without `handling`, the page does not listen to tickets: it does
 * not use `window.recordEvents`, which would.
 */
async function open(host: HostPage, options: object, handling?: TicketHandling): Promise<void> {
  await host.open('58-tickets')
  await host.page.evaluate(
    ([options, handling]) => {
      const allOptions = { symbol: 'AAPL', locale: 'en', ...options }
      const widget = window.serviceWidgetLoader!.load('pro', window.options(allOptions))
      window.widget = widget
      widget.on('READY', (payload) =>
        window.eventLog.push({ destinationId: 'ideas', name: 'READY', payload, time: performance.now() }),
      )
      if (!handling) return
      widget.on('TRADE_TICKET_EXECUTE', (payload) => {
        window.eventLog.push({
          destinationId: 'ideas',
          name: 'TRADE_TICKET_EXECUTE',
          payload,
          time: performance.now(),
        })
        if (handling === 'silent') return
        widget.postMessage('TICKET_RECEIVED', { ticketId: payload.ticketId, ...handling })
      })
    },
    [options, handling] as const,
  )
  await host.ready()
  await host.widget.how.shows('AAPL')
}

const ticketNote = (host: HostPage) => host.widget.how.root.locator('[data-ticket]')
const expectTicketState = (host: HostPage, state: string, timeout = 10_000) =>
  expect(ticketNote(host)).toHaveAttribute('data-ticket', state, { timeout })
const acknowledging = { acknowledgesTickets: true }

test('@chromium without a listener nothing is sent, and the widget says so', async ({ host }) => {
  await open(host, acknowledging)
  await expectTicketState(host, 'none')
  await host.widget.trade()
  await expectTicketState(host, 'unheard')
  await expect(ticketNote(host)).toContainText('Nothing was sent: this website takes no orders.')
})

test(
  '@chromium a listener without acknowledgement gets the ticket, and nothing is ordered',
  { tag: '@extended' },
  async ({ host }) => {
    await open(host, {}, 'silent')
    await host.widget.trade()
    await expectTicketState(host, 'handed')
    await expect(ticketNote(host)).toContainText('Nothing has been ordered here')
    expect(await host.receivedPayloads('TRADE_TICKET_EXECUTE')).toHaveLength(1)
  },
)

test('@chromium an acknowledged ticket shows the page’s reference', async ({ host }) => {
  await open(host, acknowledging, { reference: 'BR-20817' })
  await host.widget.trade()
  await expectTicketState(host, 'received')
  await expect(ticketNote(host)).toContainText('BR-20817')
})

test('@chromium a refused ticket shows the page’s text', { tag: '@extended' }, async ({ host }) => {
  const refusal = 'Options trading is not enabled <b>for this account</b>.'
  await open(host, acknowledging, { refusal })
  await host.widget.trade()
  await expectTicketState(host, 'refused')
  await expect(ticketNote(host)).toContainText(refusal)
})

test(
  '@chromium a missing acknowledgement is shown as unknown until it arrives late',
  { tag: '@extended' },
  async ({ host }) => {
    await open(host, acknowledging, 'silent')
    await host.widget.trade()
    await expectTicketState(host, 'waiting')
    await expect(host.widget.action('trade')).toHaveAttribute('aria-disabled', 'true')
    await expectTicketState(host, 'unanswered', 15_000)
    await expect(ticketNote(host)).toContainText('nothing is known of this order')
    const [ticket] = (await host.receivedPayloads('TRADE_TICKET_EXECUTE')) as TradeTicket[]
    await host.page.evaluate(
      (ticketId) => window.widget.postMessage('TICKET_RECEIVED', { ticketId, reference: 'late-1' }),
      ticket!.ticketId,
    )
    await expectTicketState(host, 'received')
  },
)
