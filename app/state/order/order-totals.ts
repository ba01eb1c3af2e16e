/**
 * Amounts of an order that opens a position: cash flow, reward, risk and returns at the chosen limit. See
 * docs/specification.md 2.5.
 */
import { daysPerYear, sharesPerContract } from '#contract/responses/conventions.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { premiumPartsAt } from '#app/state/premium-parts.ts'
import { roundToCents } from './order-price.ts'

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
  /** Commission of the sale, dollars per contract. */
  commission: number
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
  const shareCost = roundToCents(stockPrice * boughtShares)
  const credit = roundToCents(price * shares)
  const heldCost = isCall ? (costBasis ?? computedPrice) : option.strike
  const breakeven = (boughtShares * stockPrice + (shares - boughtShares) * heldCost) / shares - price
  return {
    credit,
    shareCost,
    net: roundToCents(shareCost - credit),
    maxReward: roundToCents((option.strike - breakeven) * shares),
    maxRisk: roundToCents(Math.max(0, breakeven) * shares),
    breakeven,
    assignment: roundToCents(option.strike * shares),
    shares,
    boughtShares,
  }
}

/**
 * Returns the contract with the quantity, price, amounts and risk of the order. Computes the
 * returns as the service does (contract/responses/income.ts). The same object if the order is the
 * one that its figures describe.
 */
export function applyOrder(option: IncomeOption, choice: TicketChoice, context: OrderContext): IncomeOption {
  const buysShares = option.legType === 'Call' && sharesToBuy(choice, context.heldShares) > 0
  if (choice.price === option.premium && choice.contracts === option.contracts && !buysShares) return option
  const { breakeven, maxReward, maxRisk } = ticketTotals(option, choice, context)
  const { price } = choice
  const { strike, legType, daysUntilExpiry } = option
  const isCall = legType === 'Call'
  const { stockPrice: lastPrice, computedPrice: stockPrice = lastPrice, commission } = context
  const intrinsicValue = Math.max(0, isCall ? stockPrice - strike : strike - stockPrice)
  const isComputedPrice = price === option.premium
  const returnRate = isComputedPrice
    ? option.return
    : (price - commission / sharesPerContract - intrinsicValue) / (isCall ? stockPrice : strike)
  return {
    ...option,
    contracts: choice.contracts,
    premium: price,
    premiumParts: premiumPartsAt(option, price),
    breakeven,
    maxReward,
    maxRisk,
    return: returnRate,
    annualizedReturn: isComputedPrice
      ? option.annualizedReturn
      : (returnRate * daysPerYear) / daysUntilExpiry,
  }
}

/** Returns the contract with the figures of a number of contracts, at its own premium. */
export const withContracts = (option: IncomeOption, contracts: number): IncomeOption =>
  contracts === option.contracts
    ? option
    : {
        ...option,
        contracts,
        maxReward: roundToCents((option.maxReward / option.contracts) * contracts),
        maxRisk: roundToCents((option.maxRisk / option.contracts) * contracts),
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
