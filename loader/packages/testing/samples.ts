/** Sample payloads for tests: complete, and constant except for the id of a ticket. */
import type { LoaderErrorCode, WidgetError } from '#contract/bridge/bridge.ts'
import type { TradeTicket } from '#contract/bridge/trade-ticket.ts'

let ticketCount = 0

/**
 * Returns a ticket as Trade sends it: one covered call on AAPL, sold at its bid for $410, with `changes` applied.
 * Each call has a new `ticketId`, because a page drops a ticket that it has already received.
 */
export const sampleTicket = (changes: Partial<TradeTicket> = {}): TradeTicket => ({
  symbol: 'AAPL',
  strategyName: 'Covered Call',
  price: -410,
  optionLegs: [
    {
      ask: 4.2,
      bid: 4.1,
      price: 4.1,
      quantity: -1,
      expiry: '2027-01-15',
      strike: 255,
      legType: 'Call',
      id: 'AAPL270115C00255000',
    },
  ],
  securityLegs: [],
  disclosureVersion: '1',
  ticketId: `5b0c1f0e-7d1a-4c53-9f0e-${(ticketCount += 1).toString(16).padStart(12, '0')}`,
  time: '2026-11-12T20:59:30.000Z',
  simulated: true,
  dataAsOf: '2026-11-12T20:59:00.000Z',
  orderType: 'limit',
  limit: -410,
  ...changes,
})

/** An ERROR payload; what `load` throws is an Error with the same fields. */
export const sampleError = (
  code: LoaderErrorCode,
  message = 'said by a test',
  service = 'https://widget.example',
): WidgetError => ({ code, message: `${code}: ${message}`, docs: `${service}/docs/errors#${code}` })
