/**
 * Order that closes an open short option, or rolls it (also sells another option): its totals, and the ticket for the
 * page. docs/specification.md 2.5, 6; docs/trade-ticket.md describes closing legs.
 */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { MarketFrame } from '#contract/feed.ts'
import type { Roll, RollCandidate } from '#contract/responses/roll.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { cents } from '#app/panels/how/payoff/payoff.ts'
import { disclosureVersion, markTicket } from '#app/panels/how/ticket/ticket.ts'

/** An open option with an accepted ask, which can be bought back. */
export type Closable = Roll & { costToClose: number }
export const isClosable = (roll: Roll): roll is Closable => roll.costToClose !== null

/** The user's choices in the review. */
export type RollChoice = {
  /** Contracts to buy back, and in a roll to sell again: 1 or more. */
  contracts: number
  /** Net limit, dollars per share: positive = credit, negative = debit. */
  limit: number
}

/**
 * Returns the net prices of the order per share. At `natural` it fills at once; `best` is the price if both legs trade
 * at the far side of their markets. Dollars, signed as `RollChoice.limit`.
 */
function netPrices(roll: Closable, into: RollCandidate | undefined): { natural: number; best: number } {
  return {
    natural: cents((into?.bid ?? 0) - roll.costToClose),
    best: cents((into?.ask ?? 0) - roll.bid),
  }
}

/** Amounts of the whole order, dollars. */
export type RollTotals = {
  /** Positive = credit, negative = debit. */
  net: number
  /**
   * Gain (negative = loss) of the closed option: its premium less the closing price. Null if the premium is
   * unknown.
   */
  closed: number | null
  /** Shares of the new option; 0 if none is sold. */
  shares: number
  /** Value of these shares at its strike; 0 if none is sold. */
  obligation: number
}

/** Returns dollars per share of each leg: the bought one at its ask, the sold one at the rest of the limit. */
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
 * Returns the valid limits: from the natural price to the best one (see `netPrices`). Each leg has a price of at least
 * one cent.
 */
export function limitBounds(roll: Closable, into: RollCandidate | undefined): { min: number; max: number } {
  const { natural, best } = netPrices(roll, into)
  const cappedMax = into ? best : Math.min(best, -0.01)
  return {
    min: into ? Math.max(natural, cents(0.01 - roll.costToClose)) : natural,
    max: Math.max(natural, cappedMax),
  }
}

/**
 * Returns the strategy name for the ticket, always in English: `Roll` or `Close`, and the name of the sold strategy.
 */
export const closingName = (roll: Pick<Roll, 'legType'>, isRoll: boolean): string =>
  `${isRoll ? 'Roll' : 'Close'} ${roll.legType === 'Call' ? 'Covered Call' : 'Cash-Secured Put'}`

/** Builds the ticket for the page with the current time: first the bought leg, then the sold one. */
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
