/**
 * Descriptions of the fields of a trade ticket: meaning, sign and unit. Separate from the schema,
 * because only the service's JSON Schema needs them. docs/trade-ticket.md has the same sentences; a
 * test compares them.
 */
import type { OptionLeg, SecurityLeg, TradeTicket } from './ticket.ts'

type Descriptions<T> = { readonly [field in keyof T]-?: string }

const quoteDescriptions = {
  bid: 'The bid, dollars per share, as shown in the widget.',
  ask: 'The ask, dollars per share, as shown in the widget.',
}

export const ticketDescriptions: Descriptions<TradeTicket> = {
  symbol: 'Ticker of the underlying, as the widget shows it.',
  strategyName:
    '`Covered Call` or `Cash-Secured Put`, preceded by `Roll` or `Close` if an open option is bought back: always these English words, also if the screen shows others (`Short put`).',
  price:
    'Total cost of all legs, dollars for the whole ticket: positive = the user pays, negative = the user receives. Without commissions and taxes.',
  optionLegs:
    'One or more options. A roll has two: first the open option that is bought back, then the option that is sold.',
  securityLegs: 'The shares that are bought together with the options; empty if none are bought.',
  disclosureVersion: 'Version of the disclosures shown with the ticket: keep it with your records.',
  ticketId:
    'UUID, unique for each press of Trade. Name it in `TICKET_RECEIVED`; a repeated id is the same ticket.',
  time: "When the user pressed Trade, ISO 8601 UTC, by the clock of the user's device.",
  simulated:
    'Whether the prices are simulated (test keys, the demo). Never send such a ticket to an exchange.',
  dataAsOf:
    'Time of the oldest quote in the ticket, ISO 8601 UTC; null if the source does not provide it. Delayed and recorded data is older than `time`.',
  orderType: 'Always `limit`: the widget makes no other kind.',
  limit:
    'Limit of the whole ticket, dollars, signed as `price`: -380 = receive at least 380, 45085 = pay at most 45,085.',
}

export const optionLegDescriptions: Descriptions<OptionLeg> = {
  ...quoteDescriptions,
  price:
    'Limit of this leg, dollars per share, never negative. The user chooses it, from `bid` to `ask`. In a roll, the user chooses only the net price. The limit of the bought leg is its ask; the limit of the sold leg results from the net price.',
  quantity: 'Contracts of 100 shares: positive = buy to close, negative = sell to open.',
  expiry: 'Expiration day in New York, `YYYY-MM-DD`.',
  strike: 'Strike price, dollars per share.',
  legType: '`Call` or `Put`.',
  id: 'OSI symbol of the contract, its root not padded: `AAPL270115C00255000` is root, day, C or P, strike times 1000. Pad the root to six for systems that want 21 characters.',
}

export const securityLegDescriptions: Descriptions<SecurityLeg> = {
  ...quoteDescriptions,
  price:
    'The price used for the order, dollars per share. The widget knows the last price only: `bid` and `ask` repeat it.',
  quantity: 'Shares: positive = buy. The widget sells none.',
  symbol: 'Ticker of the shares.',
}
