/**
 * Amounts of an order, and the trade ticket for the partner's page. See docs/specification.md 2.5,
 * 6.
 */
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { daysPerYear, sharesPerContract } from '#contract/responses/conventions.ts'
import type { MarketFrame, Quote } from '#contract/feed.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { roundToHundredths } from '#app/panels/how/payoff/payoff.ts'

/**
 * Version of the disclosures that are shown beside every ticket. Change it if their meaning
 * changes.
 */
export const disclosureVersion = '2026-11-21'

/** The user's choices in the review. */
export type TicketChoice = {
  /** Contracts to sell, 1 or more. */
  contracts: number
  /** The limit, dollars per share. */
  price: number
  /** Whether the missing shares are bought in the same order (covered calls only). */
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
  /** Number of shares that the options refer to. */
  shares: number
  /** Number of shares bought in the same order, because the user does not hold them yet. */
  boughtShares: number
}

/** Data that the amounts of an order depend on, besides the user's choices. */
export type OrderContext = {
  /** Price at which shares are bought, dollars per share. */
  stockPrice: number
  /**
   * Price that the service computed returns with, dollars per share; absent if it is `stockPrice`.
   */
  computedPrice?: number
  /** Number of shares that the user holds; null if unknown. */
  heldShares: number | null
  /** Their cost, dollars per share; null or absent if unknown. */
  costBasis?: number | null
}

/**
 * Returns the number of shares that an order of covered calls buys: the missing ones, if the user
 * buys them.
 */
export const sharesToBuy = (
  { contracts, buyShares }: Pick<TicketChoice, 'contracts' | 'buyShares'>,
  heldShares: number | null,
): number => (buyShares ? missingShares(contracts, heldShares) : 0)

/** Returns the number of shares that the contracts need and the user does not hold. */
export const missingShares = (contracts: number, heldShares: number | null): number =>
  Math.max(0, contracts * sharesPerContract - (heldShares ?? 0))

/**
 * Computes the totals of a ticket. The cost of bought shares is the current stock price. The cost
 * of held shares is the user's cost basis or, if that is unknown, the price that the service
 * computed with. The shares of a put cost its strike.
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
  const shareCost = roundToHundredths(stockPrice * boughtShares)
  const credit = roundToHundredths(price * shares)
  const heldCost = isCall ? (costBasis ?? computedPrice) : option.strike
  const breakeven = (boughtShares * stockPrice + (shares - boughtShares) * heldCost) / shares - price
  return {
    credit,
    shareCost,
    net: roundToHundredths(shareCost - credit),
    maxReward: roundToHundredths((option.strike - breakeven) * shares),
    maxRisk: roundToHundredths(Math.max(0, breakeven) * shares),
    breakeven,
    assignment: roundToHundredths(option.strike * shares),
    shares,
    boughtShares,
  }
}

/**
 * Returns the contract with the quantity, price, amounts and risk of the order. Computes the
 * returns as the service does (contract/responses/income.ts).
 */
export function applyOrder(option: IncomeOption, choice: TicketChoice, context: OrderContext): IncomeOption {
  const { breakeven, maxReward, maxRisk } = ticketTotals(option, choice, context)
  const { price } = choice
  const { strike, legType, daysUntilExpiry } = option
  const isCall = legType === 'Call'
  const { stockPrice: lastPrice, computedPrice: stockPrice = lastPrice } = context
  const intrinsicValue = Math.max(0, isCall ? stockPrice - strike : strike - stockPrice)
  const isComputedPrice = price === option.premium
  const returnRate = isComputedPrice
    ? option.return
    : (price - intrinsicValue) / (isCall ? stockPrice : strike)
  return {
    ...option,
    contracts: choice.contracts,
    premium: price,
    breakeven,
    maxReward,
    maxRisk,
    return: returnRate,
    annualizedReturn: isComputedPrice
      ? option.annualizedReturn
      : (returnRate * daysPerYear) / daysUntilExpiry,
  }
}

/**
 * Returns whether the order would sell uncovered calls, because the user has entered too few shares
 * and the order buys none. The reward and risk of a covered call do not apply to such an order: its
 * loss is unlimited.
 *
 * @param heldShares null if the user has not entered any
 */
export const isUncovered = (
  { legType }: Pick<IncomeOption, 'legType'>,
  { contracts, buyShares }: TicketChoice,
  heldShares: number | null,
): heldShares is number =>
  legType === 'Call' && !buyShares && heldShares !== null && heldShares < contracts * sharesPerContract

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

/**
 * Returns the bid-ask spread relative to mid as a decimal; null if there is neither a bid nor an
 * ask.
 */
export const spreadOf = ({ bid, ask }: Pick<IncomeOption, 'bid' | 'ask'>): number | null =>
  bid + ask > 0 ? (ask - bid) / ((ask + bid) / 2) : null
