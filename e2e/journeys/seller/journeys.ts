/** Journeys of a seller of options, from a question to a sent order. */
import { expect } from '@playwright/test'
import type { Holding } from '#contract/bridge/holdings.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { Seller } from './seller.ts'

export type Journey = {
  readonly title: string
  /** Options of the widget. */
  readonly options: { symbol?: string; holdings?: readonly Holding[] }
  /** Maximum numbers of clicks with a mouse, and of texts that are typed or pasted. */
  readonly steps: { clicks: number; entries: number }
  readonly travel: (seller: Seller) => Promise<void>
  /** The order that the page receives. */
  readonly order: object
}

/** Calls on AAPL, which is at 303.23. */
const calls = {
  /** The call with the highest score of the grid. */
  best: 'AAPL270319C00315000',
  /** Contracts of the chain that are not in the grid. */
  compared: ['AAPL270115C00310000', 'AAPL270115C00325000', 'AAPL270115C00335000'],
  /** Sold earlier, and now in the money. */
  tested: 'AAPL261120C00295000',
  rolledInto: 'AAPL261211C00295000',
}

/** The two best puts for 25,000 dollars that expire before the earnings of their symbols. */
const puts = ['PLTR270115P00165000', 'RVNS270115P00135000'] as const

const rollOrder = {
  symbol: 'AAPL',
  strategyName: 'Roll Covered Call',
  optionLegs: [
    { id: calls.tested, quantity: 3 },
    { id: calls.rolledInto, quantity: -3 },
  ],
}

const shares = { symbol: 'AAPL', shares: 300, costBasis: 265 }

export const journeys = {
  coveredCall: {
    title: 'sells the best covered calls on 300 AAPL bought at 265',
    options: {},
    steps: { clicks: 4, entries: 3 },
    async travel(seller) {
      await seller.search('AAPL')
      await seller.enterShares(300, 265)
      await seller.seesBest('long-aggressive', calls.best)
      await seller.readCard()
      await seller.trade()
    },
    order: { symbol: 'AAPL', strategyName: 'Covered Call', optionLegs: [{ id: calls.best, quantity: -3 }] },
  },
  cashSecuredPut: {
    title: 'sells a put that 25,000 dollars secure, without earnings',
    options: {},
    steps: { clicks: 6, entries: 1 },
    async travel(seller) {
      await seller.openList('income')
      await seller.filterPuts(25_000, puts[0])
      await seller.chooseTrade(puts[1])
      await seller.readCard()
      await seller.trade()
    },
    order: { symbol: 'RVNS', optionLegs: [{ id: puts[1], quantity: -1 }] },
  },
  chain: {
    title: 'compares three contracts of the chain that the grid does not list, and sells one',
    options: { symbol: 'AAPL' },
    steps: { clicks: 7, entries: 0 },
    async travel(seller) {
      await seller.goTo('how')
      await seller.openChain('2027-01-15')
      for (const id of calls.compared) await seller.pin(id)
      await seller.compareAndSell(calls.compared, calls.compared[1]!)
      await seller.trade()
    },
    order: { symbol: 'AAPL', optionLegs: [{ id: calls.compared[1], quantity: -1 }] },
  },
  roll: {
    title: 'rolls a tested call',
    options: {
      symbol: 'AAPL',
      holdings: [{ ...shares, openOptions: [{ id: calls.tested, quantity: 3, price: 3.1 }] }],
    },
    steps: { clicks: 4, entries: 0 },
    async travel(seller) {
      await seller.openList('holdings')
      await seller.rollPosition(calls.tested, calls.rolledInto)
      await seller.reviewRoll(calls.tested)
    },
    order: rollOrder,
  },
} satisfies Record<string, Journey>

/** The roll of a position that the user pastes first. */
export const pastedRoll: Journey = {
  title: 'pastes a tested call on shares, and rolls it',
  options: { symbol: 'AAPL' },
  steps: { clicks: 5, entries: 1 },
  async travel(seller) {
    await seller.openList('holdings')
    await seller.paste('300 AAPL @ 265; -3 AAPL 295C 20Nov26 @ 3.10', calls.tested)
    await seller.rollPosition(calls.tested, calls.rolledInto)
    await seller.reviewRoll(calls.tested)
  },
  order: rollOrder,
}

export type JourneyName = keyof typeof journeys
export const journeyNames = Object.keys(journeys) as JourneyName[]

/** Fails unless the page received the order of a journey, at a limit within the market. */
export function expectOrder(ticket: TradeTicket, { order }: Journey): void {
  expect(ticket).toMatchObject({ ...order, orderType: 'limit', simulated: true })
  const limit = ticket.optionLegs.reduce((sum, leg) => sum + leg.price * leg.quantity * 100, 0)
  expect(limit).toBeCloseTo(ticket.limit, 4)
  for (const { price, bid, ask } of ticket.optionLegs) {
    expect(price).toBeGreaterThanOrEqual(bid)
    expect(price).toBeLessThanOrEqual(ask)
  }
}
