/** The trade ticket: what the user reviews, and what the partner's page is told. Spec 2.5, 6. */
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { daysPerYear, sharesPerContract } from '#contract/responses/conventions.ts'
import type { MarketFrame, Quote } from '#contract/feed.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { cents } from '#app/panels/how/payoff/payoff.ts'

/** Version of the disclosures shown beside every ticket: raise it with any change of their meaning. */
export const disclosureVersion = '2026-11-21'

/** What the user chooses in the review. */
export type TicketChoice = {
  /** Contracts to sell, 1 or more. */
  contracts: number
  /** The limit, dollars per share. */
  price: number
  /** Buy the shares in the same order (a covered call only). */
  buyShares: boolean
}

/** Most contracts one ticket may hold. */
export const maxContracts = 9_999

/** Dollars of the whole ticket, reward beside risk. */
export type TicketTotals = {
  /** What the options pay: price x 100 x contracts. */
  credit: number
  /** What the shares cost, 0 where they are held already. */
  shareCost: number
  /** What the whole order costs; negative = what it pays. */
  net: number
  maxReward: number
  maxRisk: number
  /** Dollars per share. */
  breakeven: number
  /** Strike x 100 x contracts: what the shares are sold for where a call is assigned, and the cash to set aside for a put. */
  assignment: number
  /** What the contracts stand for. */
  shares: number
  /** Of them, those bought in the same order: what is held already is not bought again. */
  boughtShares: number
}

/** What an order is worked out with besides what the user chooses. */
export type OrderContext = {
  /** What shares are bought at, dollars per share. */
  stockPrice: number
  /** What the service worked its returns out with, dollars per share; left out where that is `stockPrice`. */
  computedPrice?: number
  /** What the user says to hold; null where he has said nothing. */
  heldShares: number | null
  /** What those cost, dollars per share; null or left out where he has not said. */
  costBasis?: number | null
}

/** The shares that an order buys: those its contracts need and the user does not hold. A covered call's only. */
export const sharesToBuy = (
  { contracts, buyShares }: Pick<TicketChoice, 'contracts' | 'buyShares'>,
  heldShares: number | null,
): number => (buyShares ? missingShares(contracts, heldShares) : 0)

/** Shares that so many contracts need and the user does not hold. */
export const missingShares = (contracts: number, heldShares: number | null): number =>
  Math.max(0, contracts * sharesPerContract - (heldShares ?? 0))

/**
 * Totals of a ticket. Shares that are bought in the same order cost the stock's price, those held already what the user paid, or
 * as the service counts it, its price where he has not said; a put's cost its strike.
 */
export function ticketTotals(
  option: IncomeOption,
  choice: TicketChoice,
  { stockPrice, computedPrice = stockPrice, heldShares, costBasis }: OrderContext,
): TicketTotals {
  const { price } = choice
  const shares = choice.contracts * sharesPerContract
  const call = option.legType === 'Call'
  const boughtShares = call ? sharesToBuy(choice, heldShares) : 0
  const shareCost = cents(stockPrice * boughtShares)
  const credit = cents(price * shares)
  const costBefore = call ? (costBasis ?? computedPrice) : option.strike
  const breakeven = (boughtShares * stockPrice + (shares - boughtShares) * costBefore) / shares - price
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
 * The contract with the money and the risk of the order: so many contracts, at that price, with those shares. What it yields
 * follows the price by the service's own definition (contract/responses/income.ts).
 */
export function asOrdered(option: IncomeOption, choice: TicketChoice, context: OrderContext): IncomeOption {
  const { breakeven, maxReward, maxRisk } = ticketTotals(option, choice, context)
  const { price } = choice
  const { strike, legType, daysUntilExpiry } = option
  const call = legType === 'Call'
  const { stockPrice: last, computedPrice: stockPrice = last } = context
  const intrinsic = Math.max(0, call ? stockPrice - strike : strike - stockPrice)
  const isBid = price === option.premium
  const gain = isBid ? option.return : (price - intrinsic) / (call ? stockPrice : strike)
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
 * Whether a call would be sold without the shares it needs: what the user says to hold is too few, and the order buys
 * none. Reward and risk of a covered call are not its own then, its risk has no end. Null = the user has said nothing.
 */
export const isUncovered = (
  { legType }: Pick<IncomeOption, 'legType'>,
  { contracts, buyShares }: TicketChoice,
  heldShares: number | null,
): heldShares is number =>
  legType === 'Call' && !buyShares && heldShares !== null && heldShares < contracts * sharesPerContract

/** What a ticket tells besides the order: which press of Trade it is, and what its prices are. */
type TicketMark = Pick<TradeTicket, 'ticketId' | 'time' | 'simulated' | 'dataAsOf'>

/**
 * What the prices of a ticket are. They are made up where either the answer or the feed says so. Until a quote of the
 * stock was pushed its price is that of the chain, and of the chain's moment.
 *
 * @param bought the stock's price as shares are bought at it; `quote` where it was pushed. Left out where none are.
 */
export function pricesOf(
  { optionsAsOf, chainPrice, dataStatus }: Pick<Income, 'optionsAsOf' | 'chainPrice' | 'dataStatus'>,
  frame: Pick<MarketFrame, 'simulated'> | null,
  bought?: { quote: Pick<Quote, 'time'> | undefined },
): Pick<TradeTicket, 'simulated' | 'dataAsOf'> {
  const moments = [optionsAsOf]
  if (bought?.quote) moments.push(bought.quote.time)
  else if (bought && chainPrice === null) moments.push(dataStatus.parts?.price.asOf ?? null)
  return { simulated: dataStatus.simulated || frame?.simulated === true, dataAsOf: oldest(moments) }
}

/** The oldest of moments, ISO 8601 UTC; null where one of them is not known. */
function oldest(moments: readonly (string | null)[]): string | null {
  const times = moments.map((moment) => (moment === null ? NaN : Date.parse(moment)))
  const first = Math.min(...times)
  return Number.isNaN(first) ? null : new Date(first).toISOString()
}

/** Marks a ticket that the user asks for now, by his own clock. */
export const markTicket = (prices: Pick<TradeTicket, 'simulated' | 'dataAsOf'>): TicketMark => ({
  ticketId: crypto.randomUUID(),
  time: new Date().toISOString(),
  ...prices,
})

/**
 * The ticket the partner's page gets. A sale has a negative quantity; `price` is what the trade costs, so a sale's is
 * negative. The shares of a buy-write carry the stock's last price as bid and ask: the service knows no other.
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
  const call = option.legType === 'Call'
  return {
    symbol,
    strategyName: call ? 'Covered Call' : 'Cash-Secured Put',
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

/** Spread over mid, decimal; null where there is no market. */
export const spreadOf = ({ bid, ask }: Pick<IncomeOption, 'bid' | 'ask'>): number | null =>
  bid + ask > 0 ? (ask - bid) / ((ask + bid) / 2) : null

/** A spread this wide costs the seller visibly: the card warns. */
export const wideSpread = 0.15
