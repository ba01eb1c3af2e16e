/** Amounts of an order that closes an open short option or rolls it, and the position after the roll. */
import { daysPerYear, sharesPerContract } from '#contract/responses/conventions.ts'
import type { Roll } from '#contract/responses/roll.ts'
import { roundToCents } from './order-price.ts'
import type { RollTarget } from './roll-target.ts'

/** An open option that can be bought back, because its ask is accepted. */
export type Closable = Roll & { costToClose: number }

export const isClosable = (roll: Roll): roll is Closable => roll.costToClose !== null

/** The user's choices in the review. */
export type RollChoice = {
  /** Contracts to buy back, and in a roll also to sell: 1 or more. */
  contracts: number
  /** Net limit, dollars per share: positive = credit, negative = debit. */
  limit: number
}

/**
 * Returns two net prices of the order, dollars per share, signed as `RollChoice.limit`. At the
 * natural price it fills at once: it buys at the ask and sells at the bid. The best price buys at
 * the bid and sells at the ask.
 */
function netPrices(roll: Closable, target: RollTarget | undefined): { natural: number; best: number } {
  return {
    natural: roundToCents((target?.bid ?? 0) - roll.costToClose),
    best: roundToCents((target?.ask ?? 0) - roll.bid),
  }
}

/** Amounts of the whole order, dollars. */
export type RollTotals = {
  /** Positive = credit, negative = debit. */
  net: number
  /**
   * Gain of closing the option: its premium less the closing price; negative = loss. Null if the
   * premium is unknown.
   */
  closingGain: number | null
  /** Shares that the sold option obliges to deliver or to buy; 0 if no option is sold. */
  shares: number
  /** Value of these shares at the strike; 0 if no option is sold. */
  obligation: number
}

/**
 * Returns the price of each leg, dollars per share. In a roll the bought leg has its ask, and the
 * sold leg the price that results from the net limit.
 */
export function legPrices(roll: Closable, target: RollTarget | undefined, limit: number) {
  return target
    ? { buy: roll.costToClose, sell: roundToCents(limit + roll.costToClose) }
    : { buy: roundToCents(-limit), sell: 0 }
}

export function rollTotals(
  roll: Closable,
  target: RollTarget | undefined,
  { contracts, limit }: RollChoice,
): RollTotals {
  const shares = contracts * sharesPerContract
  const { buy } = legPrices(roll, target, limit)
  return {
    net: roundToCents(limit * shares),
    closingGain: roll.price === null ? null : roundToCents((roll.price - buy) * shares),
    shares: target ? shares : 0,
    obligation: target ? roundToCents(target.strike * shares) : 0,
  }
}

/**
 * Returns the range of valid limits: from the natural to the best price (see `netPrices`). Each leg
 * must have a price of at least one cent.
 */
export function limitBounds(roll: Closable, target: RollTarget | undefined): { min: number; max: number } {
  const { natural, best } = netPrices(roll, target)
  const cappedMax = target ? best : Math.min(best, -0.01)
  return {
    min: target ? Math.max(natural, roundToCents(0.01 - roll.costToClose)) : natural,
    max: Math.max(natural, cappedMax),
  }
}

/** The position after a roll. Prices in dollars per share, other amounts in dollars. */
export type RolledPosition = {
  contracts: number
  shares: number
  /** Net credit of the roll per share; negative = cost. */
  netPerShare: number
  net: number
  /**
   * Cost of the shares (for a put the new strike) less the premium of the open option and the net credit. Null, like
   * reward and risk, without the cost or the premium, or if shares do not cover the call.
   */
  breakeven: number | null
  maxReward: number | null
  maxRisk: number | null
  /** Net credit less the commissions of both legs, over the stock price, for a put over the new strike, decimal. */
  return: number
  /** Simple: `return` x 365 / days to the new expiry. */
  annualizedReturn: number
}

/** Commissions of a roll, dollars per contract: it buys one option back and sells another. */
export const rollCommission = ({ commission }: Pick<Roll, 'commission'>): number => 2 * commission

/**
 * Returns the position after a roll. The premium of the new option counts less what closing the open one costs.
 *
 * @param isCovered false if fewer shares are held than open calls need, so that the loss is unlimited
 */
export function rolledPosition(
  roll: Closable,
  target: RollTarget,
  { contracts, limit }: RollChoice,
  isCovered = true,
): RolledPosition {
  const isCall = roll.legType === 'Call'
  const shares = contracts * sharesPerContract
  const cost = isCall ? roll.costBasis : target.strike
  const breakeven =
    cost === null || roll.price === null || !isCovered
      ? null
      : Math.max(0, roundToCents(cost - roll.price - limit))
  const netAfterCommissions = limit - rollCommission(roll) / sharesPerContract
  const returnRate = netAfterCommissions / (isCall ? roll.chainPrice : target.strike)
  return {
    contracts,
    shares,
    netPerShare: limit,
    net: roundToCents(limit * shares),
    breakeven,
    maxReward: breakeven === null ? null : roundToCents((target.strike - breakeven) * shares),
    maxRisk: breakeven === null ? null : roundToCents(breakeven * shares),
    return: returnRate,
    annualizedReturn: (returnRate * daysPerYear) / target.daysUntilExpiry,
  }
}

/**
 * Returns the choices with their defaults: all open contracts at the natural price. A chosen limit stays, also outside
 * the market.
 */
export function rollChoiceOf(
  { contracts, limit }: { contracts: number | null; limit: number | null },
  openContracts: number,
  { min }: ReturnType<typeof limitBounds>,
): RollChoice {
  return { contracts: Math.min(contracts ?? openContracts, openContracts), limit: limit ?? min }
}

/** Returns whether a limit leaves each leg a price of at least one cent. */
export function isPossibleLimit(roll: Closable, target: RollTarget | undefined, limit: number): boolean {
  const { buy, sell } = legPrices(roll, target, limit)
  return (target ? sell : buy) >= 0.01
}
