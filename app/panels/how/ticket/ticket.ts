/** The trade ticket: amounts of the order, and the payload for the partner's page. docs/specification.md 2.5, 6. */
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { daysPerYear, sharesPerContract } from '#contract/responses/conventions.ts'
import type { MarketFrame, Quote } from '#contract/feed.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { cents } from '#app/panels/how/payoff/payoff.ts'

/** Version of the disclosures shown beside every ticket. Change it whenever their meaning changes. */
export const disclosureVersion = '2026-11-21'

/** The user's choices in the review. */
export type TicketChoice = {
  /** Contracts to sell, 1 or more. */
  contracts: number
  /** The limit, dollars per share. */
  price: number
  /** Buy the shares in the same order (covered calls only). */
  buyShares: boolean
}

/** Maximum number of contracts in a ticket. */
export const maxContracts = 9_999

/** Amounts of the whole ticket, dollars. */
export type TicketTotals = {
  /** Premium of the options: price x 100 x contracts. */
  credit: number
  /** Cost of the bought shares; 0 if none are bought. */
  shareCost: number
  /** Net cost of the order; negative = credit. */
  net: number
  maxReward: number
  maxRisk: number
  /** Dollars per share. */
  breakeven: number
  /** Strike x 100 x contracts: proceeds if a call is assigned, or the cash that secures a put. */
  assignment: number
  /** Number of underlying shares. */
  shares: number
  /** Shares bought in the same order: those that the user does not hold yet. */
  boughtShares: number
}

/** Context of an order besides the user's choices. */
export type OrderContext = {
  /** Price at which shares are bought, dollars per share. */
  stockPrice: number
  /** The price behind the service's returns, dollars per share; absent if it is `stockPrice`. */
  computedPrice?: number
  /** Shares held according to the user; null if unknown. */
  heldShares: number | null
  /** Their cost, dollars per share; null or absent if unknown. */
  costBasis?: number | null
}

/** Returns the shares that an order of covered calls buys: those that the user does not hold. */
export const sharesToBuy = (
  { contracts, buyShares }: Pick<TicketChoice, 'contracts' | 'buyShares'>,
  heldShares: number | null,
): number => (buyShares ? missingShares(contracts, heldShares) : 0)

/** Returns the shares that the contracts need and the user does not hold. */
export const missingShares = (contracts: number, heldShares: number | null): number =>
  Math.max(0, contracts * sharesPerContract - (heldShares ?? 0))

/**
 * Computes the totals of a ticket. Shares bought in the same order cost the current stock price, held shares the
 * user's cost basis or, if unknown, the service's price; the shares of a put cost its strike.
 */
export function ticketTotals(
  option: IncomeOption,
  choice: TicketChoice,
  { stockPrice, computedPrice = stockPrice, heldShares, costBasis }: OrderContext,
): TicketTotals {
  const { price } = choice
  const shares = choice.contracts * sharesPerContract
  const isCall = option.legType === 'Call'
  const boughtShares = isCall ? sharesToBuy(choice, heldShares) : 0
  const shareCost = cents(stockPrice * boughtShares)
  const credit = cents(price * shares)
  const heldCost = isCall ? (costBasis ?? computedPrice) : option.strike
  const breakeven = (boughtShares * stockPrice + (shares - boughtShares) * heldCost) / shares - price
  return {
    credit,
    shareCost,
    net: cents(shareCost - credit),
    maxReward: cents((option.strike - breakeven) * shares),
    maxRisk: cents(Math.max(0, breakeven) * shares),
    breakeven,
    assignment: cents(option.strike * shares),
    shares,
    boughtShares,
  }
}

/**
 * Returns the contract with quantity, price, amounts and risk of the order. Returns are recomputed by the service's
 * definition (contract/responses/income.ts).
 */
export function asOrdered(option: IncomeOption, choice: TicketChoice, context: OrderContext): IncomeOption {
  const { breakeven, maxReward, maxRisk } = ticketTotals(option, choice, context)
  const { price } = choice
  const { strike, legType, daysUntilExpiry } = option
  const isCall = legType === 'Call'
  const { stockPrice: lastPrice, computedPrice: stockPrice = lastPrice } = context
  const intrinsic = Math.max(0, isCall ? stockPrice - strike : strike - stockPrice)
  const isBid = price === option.premium
  const gain = isBid ? option.return : (price - intrinsic) / (isCall ? stockPrice : strike)
  return {
    ...option,
    contracts: choice.contracts,
    premium: price,
    breakeven,
    maxReward,
    maxRisk,
    return: gain,
    annualizedReturn: isBid ? option.annualizedReturn : (gain * daysPerYear) / daysUntilExpiry,
  }
}

/**
 * Returns whether the order would sell uncovered calls: the user has entered too few shares, and the order buys none.
 * Reward and risk of a covered call do not apply then, because the loss is unlimited.
 *
 * @param heldShares null if the user has not entered any
 */
export const isUncovered = (
  { legType }: Pick<IncomeOption, 'legType'>,
  { contracts, buyShares }: TicketChoice,
  heldShares: number | null,
): heldShares is number =>
  legType === 'Call' && !buyShares && heldShares !== null && heldShares < contracts * sharesPerContract

/** Fields of a ticket besides the order: its id and time, and the age and origin of its prices. */
type TicketMark = Pick<TradeTicket, 'ticketId' | 'time' | 'simulated' | 'dataAsOf'>

/**
 * Returns age and origin of the prices in a ticket. They are simulated if the response or the feed is. Without a
 * pushed quote, the stock price is the one of the chain and has its time.
 *
 * @param bought absent if no shares are bought; `quote` is the pushed stock quote, if any
 */
export function pricesOf(
  { optionsAsOf, chainPrice, dataStatus }: Pick<Income, 'optionsAsOf' | 'chainPrice' | 'dataStatus'>,
  frame: Pick<MarketFrame, 'simulated'> | null,
  bought?: { quote: Pick<Quote, 'time'> | undefined },
): Pick<TradeTicket, 'simulated' | 'dataAsOf'> {
  const times = [optionsAsOf]
  if (bought?.quote) times.push(bought.quote.time)
  else if (bought && chainPrice === null) times.push(dataStatus.parts?.price.asOf ?? null)
  return { simulated: dataStatus.simulated || frame?.simulated === true, dataAsOf: oldest(times) }
}

/** Returns the oldest of the times, ISO 8601 UTC; null if one of them is unknown. */
function oldest(times: readonly (string | null)[]): string | null {
  const earliest = Math.min(...times.map((time) => (time === null ? NaN : Date.parse(time))))
  return Number.isNaN(earliest) ? null : new Date(earliest).toISOString()
}

/** Adds an id and the time of the user's clock to a new ticket. */
export const markTicket = (prices: Pick<TradeTicket, 'simulated' | 'dataAsOf'>): TicketMark => ({
  ticketId: crypto.randomUUID(),
  time: new Date().toISOString(),
  ...prices,
})

/**
 * Builds the ticket for the partner's page. A sale has a negative quantity; `price` is the net cost, which is negative
 * for a sale. Shares of a buy-write have the last price as bid and ask, because the service has no other quote.
 */
export function buildTicket(
  symbol: string,
  option: IncomeOption,
  choice: TicketChoice,
  context: OrderContext,
  { ticketId, time, simulated, dataAsOf }: TicketMark,
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

/** Returns the spread relative to mid, decimal; null without a market. */
export const spreadOf = ({ bid, ask }: Pick<IncomeOption, 'bid' | 'ask'>): number | null =>
  bid + ask > 0 ? (ask - bid) / ((ask + bid) / 2) : null

/** Relative spread above which the card warns. */
export const wideSpread = 0.15
