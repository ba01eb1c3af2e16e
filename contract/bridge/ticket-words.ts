/**
 * What each field of a trade ticket means, with its sign and unit. Apart from the schema, because only the service's JSON
 * Schema says it; docs/trade-ticket.md has the same sentences, and a test compares them.
 */
import type { OptionLeg, SecurityLeg, TradeTicket } from './ticket.ts'

type Words<T> = { readonly [field in keyof T]-?: string }

const leg = {
  bid: 'What a buyer pays, dollars per share, as it stood in the widget.',
  ask: 'What a seller asks, dollars per share, as it stood in the widget.',
}

export const ticketWords: Words<TradeTicket> = {
  symbol: 'Ticker of the underlying, as the widget shows it.',
  strategyName:
    '`Covered Call` or `Cash-Secured Put`, with `Roll` or `Close` before it where an open option is bought back: in English and these words, whatever is on screen (`Short put` there).',
  price:
    'What all legs together cost, dollars for the whole ticket: positive = the user pays that, negative = he gets that. Without commissions and taxes.',
  optionLegs:
    'The options, one or more. Of a roll two, in one order: first the open one that is bought back, then the one that is sold.',
  securityLegs: 'The shares that are bought in the same order; empty where none are.',
  disclosureVersion: 'Version of the disclosures that stood beside the ticket: keep it with your records.',
  ticketId:
    'UUID, another one for each press of Trade. Name it in `TICKET_RECEIVED`; a ticket seen twice is the same one.',
  time: "When the user pressed Trade, ISO 8601 UTC, by his own device's clock.",
  simulated: 'Whether the prices are made up (test keys, the demo). Never send such a ticket to an exchange.',
  dataAsOf:
    'The moment of the oldest quote in the ticket, ISO 8601 UTC; null where the source does not tell. Delayed and recorded data is of its own moment, not of `time`.',
  orderType: 'Always `limit`: the widget makes no other kind.',
  limit:
    'What the whole ticket may cost at most, dollars, signed as `price`: -380 = at least 380 must come in, 45085 = at most 45,085 may go out.',
}

export const optionLegWords: Words<OptionLeg> = {
  ...leg,
  price:
    'Limit of this leg, dollars per share, never negative: of an order with one leg what the user chose, from `bid` to `ask`. Of a roll he chose the net alone: the bought leg has its ask, the sold one the rest.',
  quantity: 'Contracts of 100 shares: positive = buy to close, negative = sell to open.',
  expiry: 'Expiration day in New York, `YYYY-MM-DD`.',
  strike: 'Strike price, dollars per share.',
  legType: '`Call` or `Put`.',
  id: 'OSI symbol of the contract, its root not padded: `AAPL270115C00255000` is root, day, C or P, strike times 1000. Pad the root to six for systems that want 21 characters.',
}

export const securityLegWords: Words<SecurityLeg> = {
  ...leg,
  price:
    'What the order was worked out with, dollars per share. The widget knows the last price only: `bid` and `ask` repeat it.',
  quantity: 'Shares: positive = buy. The widget sells none.',
  symbol: 'Ticker of the shares.',
}
