/**
 * Ticket of an order that closes an open short option, or rolls it, which also sells another
 * option. See docs/specification.md 2.5, 6; docs/trade-ticket.md describes closing legs.
 */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { MarketFrame } from '#contract/feed.ts'
import type { Roll } from '#contract/responses/roll.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { roundToCents } from '#app/state/order/order-price.ts'
import type { RollTarget } from '#app/state/order/roll-target.ts'
import { type Closable, legPrices, type RollChoice } from '#app/state/order/roll-totals.ts'
import { disclosureVersion, createTicketMetadata } from '#app/panels/how/ticket/ticket.ts'

/**
 * Returns the strategy name for the ticket, always in English: `Roll` or `Close`, and the name of
 * the open strategy.
 */
export const closingStrategyName = (roll: Pick<Roll, 'legType'>, isRoll: boolean): string =>
  `${isRoll ? 'Roll' : 'Close'} ${roll.legType === 'Call' ? 'Covered Call' : 'Cash-Secured Put'}`

/** Builds the ticket for the page with the current time. The bought leg is first. */
export function buildClosingTicket(
  roll: Closable,
  target: RollTarget | undefined,
  { contracts, limit }: RollChoice,
  frame: Pick<MarketFrame, 'simulated'> | null,
): TradeTicket {
  const { buy, sell } = legPrices(roll, target, limit)
  const cost = -roundToCents(limit * contracts * sharesPerContract)
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
