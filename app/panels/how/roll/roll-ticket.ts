/**
 * Totals and ticket of an order that closes an open short option, or rolls it, which also sells
 * another option. See docs/specification.md 2.5, 6; docs/trade-ticket.md describes closing legs.
 */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { MarketFrame } from '#contract/feed.ts'
import type { Roll, RollCandidate } from '#contract/responses/roll.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { roundToHundredths } from '#app/panels/how/payoff/payoff.ts'
import { disclosureVersion, createTicketMetadata } from '#app/panels/how/ticket/ticket.ts'

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
function netPrices(roll: Closable, target: RollCandidate | undefined): { natural: number; best: number } {
  return {
    natural: roundToHundredths((target?.bid ?? 0) - roll.costToClose),
    best: roundToHundredths((target?.ask ?? 0) - roll.bid),
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
function legPrices(roll: Closable, target: RollCandidate | undefined, limit: number) {
  return target
    ? { buy: roll.costToClose, sell: roundToHundredths(limit + roll.costToClose) }
    : { buy: roundToHundredths(-limit), sell: 0 }
}

export function rollTotals(
  roll: Closable,
  target: RollCandidate | undefined,
  { contracts, limit }: RollChoice,
): RollTotals {
  const shares = contracts * sharesPerContract
  const { buy } = legPrices(roll, target, limit)
  return {
    net: roundToHundredths(limit * shares),
    closingGain: roll.price === null ? null : roundToHundredths((roll.price - buy) * shares),
    shares: target ? shares : 0,
    obligation: target ? roundToHundredths(target.strike * shares) : 0,
  }
}

/**
 * Returns the range of valid limits: from the natural to the best price (see `netPrices`). Each leg
 * must have a price of at least one cent.
 */
export function limitBounds(roll: Closable, target: RollCandidate | undefined): { min: number; max: number } {
  const { natural, best } = netPrices(roll, target)
  const cappedMax = target ? best : Math.min(best, -0.01)
  return {
    min: target ? Math.max(natural, roundToHundredths(0.01 - roll.costToClose)) : natural,
    max: Math.max(natural, cappedMax),
  }
}

/**
 * Returns the strategy name for the ticket, always in English: `Roll` or `Close`, and the name of
 * the open strategy.
 */
export const closingStrategyName = (roll: Pick<Roll, 'legType'>, isRoll: boolean): string =>
  `${isRoll ? 'Roll' : 'Close'} ${roll.legType === 'Call' ? 'Covered Call' : 'Cash-Secured Put'}`

/** Builds the ticket for the page with the current time. The bought leg is first. */
export function buildClosingTicket(
  roll: Closable,
  target: RollCandidate | undefined,
  { contracts, limit }: RollChoice,
  frame: Pick<MarketFrame, 'simulated'> | null,
): TradeTicket {
  const { buy, sell } = legPrices(roll, target, limit)
  const cost = -roundToHundredths(limit * contracts * sharesPerContract)
  const { legType } = roll
  return {
    symbol: roll.underlying,
    strategyName: closingStrategyName(roll, target !== undefined),
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
      ...(target
        ? [
            {
              ask: target.ask,
              bid: target.bid,
              price: sell,
              quantity: -contracts,
              expiry: target.expiryDate,
              strike: target.strike,
              legType,
              id: target.id,
            },
          ]
        : []),
    ],
    securityLegs: [],
    disclosureVersion,
    ...createTicketMetadata({
      simulated: roll.dataStatus.simulated || frame?.simulated === true,
      dataAsOf: new Date(roll.optionsAsOf).toISOString(),
    }),
    orderType: 'limit',
    limit: cost,
  }
}
