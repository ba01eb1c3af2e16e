import { describe, expect, test } from 'vitest'
import { madeUpIncome, madeUpOption } from '#app/testing/income.ts'
import { cents } from '#app/panels/how/payoff/payoff.ts'
import {
  asOrdered,
  buildTicket,
  disclosureVersion,
  isUncovered,
  pricesOf,
  spreadOf,
  ticketTotals,
} from './ticket.ts'

const mark = {
  ticketId: '5b0c7f1e-3a64-4a0e-9d0b-8f5f3c1f7a10',
  time: '2026-11-12T20:59:30.000Z',
  simulated: false,
  dataAsOf: '2026-11-12T20:59:00.000Z',
} as const
const held = { contracts: 1, price: 3.8, buyShares: false } as const

describe('a covered call against shares already held', () => {
  test('is one sold option, no shares, and pays its premium', () => {
    const option = madeUpOption()
    expect(buildTicket('AAPL', option, held, { stockPrice: 231.42, heldShares: null }, mark)).toEqual({
      symbol: 'AAPL',
      strategyName: 'Covered Call',
      price: -380,
      optionLegs: [
        {
          ask: 3.9,
          bid: 3.8,
          price: 3.8,
          quantity: -1,
          expiry: '2027-01-15',
          strike: 240,
          legType: 'Call',
          id: option.id,
        },
      ],
      securityLegs: [],
      disclosureVersion,
      ...mark,
      orderType: 'limit',
      limit: -380,
    })
  })

  test("shows the card's own reward and risk at the bid", () => {
    const option = madeUpOption()
    const totals = ticketTotals(option, held, { stockPrice: 231.42, heldShares: null })
    expect(totals.maxReward).toBe(option.maxReward)
    expect(totals.maxRisk).toBe(option.maxRisk)
    expect(totals.credit).toBe(380)
    expect(totals.net).toBe(-380)
  })

  test('at the ask gains ten dollars and risks ten less', () => {
    const option = madeUpOption()
    const totals = ticketTotals(option, { ...held, price: 3.9 }, { stockPrice: 231.42, heldShares: null })
    expect(totals.maxReward).toBe(option.maxReward + 10)
    expect(totals.maxRisk).toBe(option.maxRisk - 10)
    expect(totals.breakeven).toBeCloseTo(227.52, 9)
  })

  test('whose strike is below the cost basis says so by a negative reward', () => {
    expect(
      ticketTotals(madeUpOption({ breakeven: 246.2 }), held, {
        stockPrice: 231.42,
        heldShares: null,
        costBasis: 250,
      }).maxReward,
    ).toBe(-620)
  })
})

test("a buy-write buys 100 shares for each contract at the stock's price and costs the difference", () => {
  const ticket = buildTicket(
    'AAPL',
    madeUpOption({ breakeven: 180 }),
    { contracts: 3, price: 3.85, buyShares: true },
    { stockPrice: 231.42, heldShares: null },
    mark,
  )
  expect(ticket.optionLegs[0]).toMatchObject({ quantity: -3, price: 3.85 })
  expect(ticket.securityLegs).toEqual([
    { ask: 231.42, bid: 231.42, price: 231.42, quantity: 300, symbol: 'AAPL' },
  ])
  expect(ticket.price).toBe(69_426 - 1155)
  expect(ticket.limit, 'it may cost no more').toBe(ticket.price)
  const totals = ticketTotals(
    madeUpOption({ breakeven: 180 }),
    { contracts: 3, price: 3.85, buyShares: true },
    { stockPrice: 231.42, heldShares: null },
  )
  expect(totals.breakeven).toBeCloseTo(227.57, 9)
  expect(totals.maxReward).toBe(3729)
})

test('buying what is missing counts what is held: 100 shares for two contracts of someone who holds 100', () => {
  const option = madeUpOption({ breakeven: 180, premium: 3.8 })
  const choice = { contracts: 2, price: 3.8, buyShares: true } as const
  const context = { stockPrice: 231.42, heldShares: 100, costBasis: 183.8 }
  expect(buildTicket('AAPL', option, choice, context, mark).securityLegs).toMatchObject([{ quantity: 100 }])
  const totals = ticketTotals(option, choice, context)
  expect(totals.shareCost).toBe(23_142)
  // Half of them cost 183.80 before, half 231.42 now; the premium lowers both.
  expect(totals.breakeven).toBeCloseTo((183.8 + 231.42) / 2 - 3.8, 9)
  const enough = { stockPrice: 231.42, heldShares: 250 }
  expect(buildTicket('AAPL', option, choice, enough, mark).securityLegs).toEqual([])
})

test('half a contract held, half bought: each share counts at what it cost, once', () => {
  // As the service answers it: 50 shares at $100 and 50 to be bought at $200, less a bid of $3.
  const option = madeUpOption({ strike: 210, bid: 3, ask: 3.2, premium: 3, breakeven: 147 })
  const context = { stockPrice: 200, heldShares: 50, costBasis: 100 }
  const totals = ticketTotals(option, { contracts: 1, price: 3, buyShares: true }, context)
  expect(totals).toMatchObject({ breakeven: 147, boughtShares: 50, maxReward: 6_300, maxRisk: 14_700 })
})

describe('what the prices of a ticket are', () => {
  const asOf = '2026-11-12T20:59:00Z'
  const income = madeUpIncome({ optionsAsOf: asOf })
  const asWritten = '2026-11-12T20:59:00.000Z'

  test('of the moment of the option quotes, where no shares are bought', () => {
    expect(pricesOf(income, null)).toEqual({ simulated: false, dataAsOf: asWritten })
  })

  test("of the older one of the options' moment and the stock's, where shares are bought at a pushed price", () => {
    const at = (time: string) => pricesOf(income, null, { quote: { time } }).dataAsOf
    expect(at('2026-11-12T20:58:30.250Z')).toBe('2026-11-12T20:58:30.250Z')
    expect(at('2026-11-12T21:01:00Z')).toBe(asWritten)
    expect(pricesOf(income, null, { quote: undefined }).dataAsOf, 'at the price of the chain').toBe(asWritten)
  })

  test('of an unknown moment, where one of the two is', () => {
    expect(pricesOf(madeUpIncome({ optionsAsOf: null }), null).dataAsOf).toBeNull()
    const noChainPrice = madeUpIncome({ chainPrice: null })
    expect(pricesOf(noChainPrice, null, { quote: undefined }).dataAsOf).toBeNull()
    expect(pricesOf(income, null, { quote: { time: 'soon' } }).dataAsOf).toBeNull()
  })

  test('made up, as soon as the answer or the feed says so', () => {
    const dataStatus = { ...income.dataStatus, simulated: true }
    expect(pricesOf({ ...income, dataStatus }, null).simulated).toBe(true)
    expect(pricesOf(income, { simulated: true }).simulated).toBe(true)
    expect(pricesOf(income, { simulated: false }).simulated).toBe(false)
  })
})

describe('the card as ordered', () => {
  const context = { stockPrice: 231.42, heldShares: null }

  test('is the service’s own where nothing was changed', () => {
    const option = madeUpOption()
    expect(asOrdered(option, held, context)).toEqual(option)
  })

  test('has the money and the risk of all contracts, at the price that is asked for', () => {
    const option = madeUpOption({ strike: 240, bid: 3.8, ask: 4.2 })
    const ordered = asOrdered(option, { contracts: 3, price: 4, buyShares: false }, context)
    expect(ordered).toMatchObject({ contracts: 3, premium: 4, breakeven: 227.42 })
    expect(ordered.maxReward).toBe(cents(300 * (240 - 227.42)))
    expect(ordered.maxRisk).toBe(cents(300 * 227.42))
    expect(ordered.return).toBeCloseTo(4 / 231.42, 9)
    expect(ordered.annualizedReturn).toBeCloseTo(((4 / 231.42) * 365) / 64, 9)
  })

  test('counts only the time value of a call in the money', () => {
    const option = madeUpOption({ strike: 225, bid: 9, ask: 9.4 })
    const ordered = asOrdered(option, { contracts: 1, price: 9.4, buyShares: false }, context)
    expect(ordered.return).toBeCloseTo((9.4 - 6.42) / 231.42, 9)
  })
})

test('a put is cash-secured: the strike is set aside, no shares whatever was asked, and risk is strike less premium', () => {
  const put = madeUpOption({ legType: 'Put', strike: 220, premium: 2.4 })
  const choice = { contracts: 2, price: 2.4, buyShares: true } as const
  const totals = ticketTotals(put, choice, { stockPrice: 231.42, heldShares: null })
  expect(totals).toMatchObject({
    assignment: 44_000,
    maxRisk: 43_520,
    maxReward: 480,
    shareCost: 0,
    net: -480,
  })
  const ticket = buildTicket('AAPL', put, choice, { stockPrice: 231.42, heldShares: null }, mark)
  expect(ticket).toMatchObject({ strategyName: 'Cash-Secured Put', price: -480, securityLegs: [] })
})

test('a call is uncovered where the shares entered are too few and none are bought; a put never is', () => {
  const call = madeUpOption()
  const five = { ...held, contracts: 5 }
  expect(isUncovered(call, five, 499)).toBe(true)
  expect(isUncovered(call, five, 500)).toBe(false)
  expect(isUncovered(call, { ...five, buyShares: true }, 100)).toBe(false)
  expect(isUncovered(call, five, null), 'the user says to own the shares, and not how many').toBe(false)
  expect(isUncovered(madeUpOption({ legType: 'Put' }), five, 0)).toBe(false)
})

test('the spread is a share of the mid price, and none without a market', () => {
  expect(spreadOf({ bid: 0.9, ask: 1.1 })).toBeCloseTo(0.2, 9)
  expect(spreadOf({ bid: 0, ask: 0 })).toBeNull()
})
