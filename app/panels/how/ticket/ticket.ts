/** The trade ticket for the partner's page. See docs/specification.md 2.5, 6. */
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { MarketFrame, Quote } from '#contract/feed.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { type OrderContext, type TicketChoice, ticketTotals } from '#app/state/order/order-totals.ts'

/**
 * Version of the disclosures that are shown beside every ticket. Change it if their meaning
 * changes.
 */
export const disclosureVersion = '2026-11-21'

/** Fields of a ticket besides the order: its id and time, and the time and origin of its prices. */
type TicketMetadata = Pick<TradeTicket, 'ticketId' | 'time' | 'simulated' | 'dataAsOf'>

/**
 * Returns the time of the oldest price in a ticket, and whether prices are simulated: they are if
 * the response or the feed is simulated. If shares are bought without a pushed quote, their price
 * is that of the option chain and has its time.
 *
 * @param bought absent if no shares are bought; `quote` is the pushed stock quote, if there is one
 */
export function dataOriginOf(
  { optionsAsOf, chainPrice, dataStatus }: Pick<Income, 'optionsAsOf' | 'chainPrice' | 'dataStatus'>,
  frame: Pick<MarketFrame, 'simulated'> | null,
  bought?: { quote: Pick<Quote, 'time'> | undefined },
): Pick<TradeTicket, 'simulated' | 'dataAsOf'> {
  const times = [optionsAsOf]
  if (bought?.quote) times.push(bought.quote.time)
  else if (bought && chainPrice === null) times.push(dataStatus.parts?.price.asOf ?? null)
  return { simulated: dataStatus.simulated || frame?.simulated === true, dataAsOf: oldestOf(times) }
}

/** Returns the oldest of the times, ISO 8601 UTC; null if one of them is unknown. */
function oldestOf(times: readonly (string | null)[]): string | null {
  const oldestMs = Math.min(...times.map((time) => (time === null ? NaN : Date.parse(time))))
  return Number.isNaN(oldestMs) ? null : new Date(oldestMs).toISOString()
}

/**
 * Returns the metadata of a new ticket: a random id, the time of the user's clock, and the origin
 * of its prices.
 */
export const createTicketMetadata = (
  dataOrigin: Pick<TradeTicket, 'simulated' | 'dataAsOf'>,
): TicketMetadata => ({
  ticketId: crypto.randomUUID(),
  time: new Date().toISOString(),
  ...dataOrigin,
})

/**
 * Builds the ticket for the partner's page. Sold legs have a negative quantity; `price` is the net
 * cost, negative = credit. The shares of a buy-write have the last price as bid and ask, because
 * the service has no bid and ask of stocks.
 */
export function buildTicket(
  symbol: string,
  option: IncomeOption,
  choice: TicketChoice,
  context: OrderContext,
  { ticketId, time, simulated, dataAsOf }: TicketMetadata,
): TradeTicket {
  const { stockPrice } = context
  const totals = ticketTotals(option, choice, context)
  const isCall = option.legType === 'Call'
  return {
    symbol,
    strategyName: isCall ? 'Covered Call' : 'Cash-Secured Put',
    price: totals.net,
    optionLegs: [
      {
        ask: option.ask,
        bid: option.bid,
        price: choice.price,
        quantity: -choice.contracts,
        expiry: option.expiryDate,
        strike: option.strike,
        legType: option.legType,
        id: option.id,
      },
    ],
    securityLegs:
      totals.boughtShares > 0
        ? [{ ask: stockPrice, bid: stockPrice, price: stockPrice, quantity: totals.boughtShares, symbol }]
        : [],
    disclosureVersion,
    ticketId,
    time,
    simulated,
    dataAsOf,
    orderType: 'limit',
    limit: totals.net,
  }
}
