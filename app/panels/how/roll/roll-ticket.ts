/**
 * The order that closes an open short option, alone or in one with the sale of another: what the user reviews, and the
 * ticket that the page is told. Spec 2.5, 6; a closing leg is additive (docs/trade-ticket.md).
 */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { MarketFrame } from '#contract/feed.ts'
import type { Roll, RollCandidate } from '#contract/responses/roll.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { cents } from '#app/panels/how/payoff/payoff.ts'
import { disclosureVersion, markTicket } from '#app/panels/how/ticket/ticket.ts'

/** An open option whose quote is believed, and asked for: one that can be bought back. */
export type Closable = Roll & { costToClose: number }
export const isClosable = (roll: Roll): roll is Closable => roll.costToClose !== null

/** What the user chooses in the review. */
export type RollChoice = {
  /** Contracts bought back, and of a roll sold again: 1 or more. */
  contracts: number
  /** Net limit, dollars per share: positive = to be paid it, negative = to pay it. */
  limit: number
}

/**
 * What the market gives and takes for one share of the order: filled at once at `natural`, and never better than `best`, where
 * both sides come the whole way. Dollars, signed as `RollChoice.limit`.
 */
function netPrices(roll: Closable, into: RollCandidate | undefined): { natural: number; best: number } {
  return {
    natural: cents((into?.bid ?? 0) - roll.costToClose),
    best: cents((into?.ask ?? 0) - roll.bid),
  }
}

/** Dollars of the whole order. */
export type RollTotals = {
  /** Positive = the user is paid it, negative = he pays it. */
  net: number
  /**
   * What closing the open option leaves of its premium at the price of its leg; negative = lost. Null where it is not known
   * what it was sold for.
   */
  closed: number | null
  /** Shares that the new option stands for, and what they cost or bring at its strike; 0 where nothing is sold. */
  shares: number
  obligation: number
}

/** Dollars per share of each leg: what is bought costs its ask, and what is sold brings the rest of the limit. */
function legPrices(roll: Closable, into: RollCandidate | undefined, limit: number) {
  return into
    ? { buy: roll.costToClose, sell: cents(limit + roll.costToClose) }
    : { buy: cents(-limit), sell: 0 }
}

export function rollTotals(
  roll: Closable,
  into: RollCandidate | undefined,
  { contracts, limit }: RollChoice,
): RollTotals {
  const shares = contracts * sharesPerContract
  const { buy } = legPrices(roll, into, limit)
  return {
    net: cents(limit * shares),
    closed: roll.price === null ? null : cents((roll.price - buy) * shares),
    shares: into ? shares : 0,
    obligation: into ? cents(into.strike * shares) : 0,
  }
}

/**
 * The limits that an order can have: from what the market gives at once to where both sides come the whole way. A sold leg is paid
 * a cent at least, and so is a bought one.
 */
export function limitBounds(
  roll: Closable,
  into: RollCandidate | undefined,
): { least: number; most: number } {
  const { natural, best } = netPrices(roll, into)
  const most = into ? best : Math.min(best, -0.01)
  return {
    least: into ? Math.max(natural, cents(0.01 - roll.costToClose)) : natural,
    most: Math.max(natural, most),
  }
}

/** In English and these words: `Roll` or `Close` before the name of what was sold. */
export const closingName = (roll: Pick<Roll, 'legType'>, isRoll: boolean): string =>
  `${isRoll ? 'Roll' : 'Close'} ${roll.legType === 'Call' ? 'Covered Call' : 'Cash-Secured Put'}`

/** The ticket that the page gets for a click of now: first what is bought back, then what is sold. */
export function buildClosingTicket(
  roll: Closable,
  into: RollCandidate | undefined,
  { contracts, limit }: RollChoice,
  frame: Pick<MarketFrame, 'simulated'> | null,
): TradeTicket {
  const { buy, sell } = legPrices(roll, into, limit)
  const cost = -cents(limit * contracts * sharesPerContract)
  const { legType } = roll
  return {
    symbol: roll.underlying,
    strategyName: closingName(roll, into !== undefined),
    price: cost,
    optionLegs: [
      {
        ask: roll.ask,
        bid: roll.bid,
        price: buy,
        quantity: contracts,
        expiry: roll.expiryDate,
        strike: roll.strike,
        legType,
        id: roll.id,
      },
      ...(into
        ? [
            {
              ask: into.ask,
              bid: into.bid,
              price: sell,
              quantity: -contracts,
              expiry: into.expiryDate,
              strike: into.strike,
              legType,
              id: into.id,
            },
          ]
        : []),
    ],
    securityLegs: [],
    disclosureVersion,
    ...markTicket({
      simulated: roll.dataStatus.simulated || frame?.simulated === true,
      dataAsOf: new Date(roll.optionsAsOf).toISOString(),
    }),
    orderType: 'limit',
    limit: cost,
  }
}
