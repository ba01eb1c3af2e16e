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
const oneContract = { contracts: 1, price: 3.8, buyShares: false } as const

describe('a covered call against shares already held', () => {
  test('has one sold option and no shares, and pays its premium', () => {
    const option = madeUpOption()
    expect(buildTicket('AAPL', option, oneContract, { stockPrice: 231.42, heldShares: null }, mark)).toEqual({
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
    const totals = ticketTotals(option, oneContract, { stockPrice: 231.42, heldShares: null })
    expect(totals.maxReward).toBe(option.maxReward)
    expect(totals.maxRisk).toBe(option.maxRisk)
    expect(totals.credit).toBe(380)
    expect(totals.net).toBe(-380)
  })

  test('at the ask has ten dollars more reward and less risk', () => {
    const option = madeUpOption()
    const totals = ticketTotals(
      option,
      { ...oneContract, price: 3.9 },
      { stockPrice: 231.42, heldShares: null },
    )
    expect(totals.maxReward).toBe(option.maxReward + 10)
    expect(totals.maxRisk).toBe(option.maxRisk - 10)
    expect(totals.breakeven).toBeCloseTo(227.52, 9)
  })

  test('with a strike below the cost basis has a negative reward', () => {
    expect(
      ticketTotals(madeUpOption({ breakeven: 246.2 }), oneContract, {
        stockPrice: 231.42,
        heldShares: null,
        costBasis: 250,
      }).maxReward,
    ).toBe(-620)
  })
})

test('a buy-write buys 100 shares per contract at the stock price, and costs them less the premium', () => {
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

test('a buy-write buys only missing shares: 100 for two contracts if 100 are held', () => {
  const option = madeUpOption({ breakeven: 180, premium: 3.8 })
  const choice = { contracts: 2, price: 3.8, buyShares: true } as const
  const context = { stockPrice: 231.42, heldShares: 100, costBasis: 183.8 }
  expect(buildTicket('AAPL', option, choice, context, mark).securityLegs).toMatchObject([{ quantity: 100 }])
  const totals = ticketTotals(option, choice, context)
  expect(totals.shareCost).toBe(23_142)
  // Half of the shares cost 183.80, half 231.42; the premium lowers both.
  expect(totals.breakeven).toBeCloseTo((183.8 + 231.42) / 2 - 3.8, 9)
  const enough = { stockPrice: 231.42, heldShares: 250 }
  expect(buildTicket('AAPL', option, choice, enough, mark).securityLegs).toEqual([])
})

test('half a contract held and half bought: each share counts once, at its own cost', () => {
  // As computed by the service: 50 shares at $100 and 50 bought at $200, less a bid of $3.
  const option = madeUpOption({ strike: 210, bid: 3, ask: 3.2, premium: 3, breakeven: 147 })
  const context = { stockPrice: 200, heldShares: 50, costBasis: 100 }
  const totals = ticketTotals(option, { contracts: 1, price: 3, buyShares: true }, context)
  expect(totals).toMatchObject({ breakeven: 147, boughtShares: 50, maxReward: 6_300, maxRisk: 14_700 })
})

describe('time and origin of the prices of a ticket', () => {
  const asOf = '2026-11-12T20:59:00Z'
  const income = madeUpIncome({ optionsAsOf: asOf })
  const asOfIso = '2026-11-12T20:59:00.000Z'

  test('have the time of the option quotes if no shares are bought', () => {
    expect(pricesOf(income, null)).toEqual({ simulated: false, dataAsOf: asOfIso })
  })

  test('have the older time of options and stock if shares are bought at a pushed price', () => {
    const dataAsOf = (time: string) => pricesOf(income, null, { quote: { time } }).dataAsOf
    expect(dataAsOf('2026-11-12T20:58:30.250Z')).toBe('2026-11-12T20:58:30.250Z')
    expect(dataAsOf('2026-11-12T21:01:00Z')).toBe(asOfIso)
    expect(pricesOf(income, null, { quote: undefined }).dataAsOf, 'at the price of the chain').toBe(asOfIso)
  })

  test('have an unknown time if one of both is unknown', () => {
    expect(pricesOf(madeUpIncome({ optionsAsOf: null }), null).dataAsOf).toBeNull()
    const noChainPrice = madeUpIncome({ chainPrice: null })
    expect(pricesOf(noChainPrice, null, { quote: undefined }).dataAsOf).toBeNull()
    expect(pricesOf(income, null, { quote: { time: 'soon' } }).dataAsOf).toBeNull()
  })

  test('are simulated if the response or the feed is', () => {
    const dataStatus = { ...income.dataStatus, simulated: true }
    expect(pricesOf({ ...income, dataStatus }, null).simulated).toBe(true)
    expect(pricesOf(income, { simulated: true }).simulated).toBe(true)
    expect(pricesOf(income, { simulated: false }).simulated).toBe(false)
  })
})

describe('the card as ordered', () => {
  const context = { stockPrice: 231.42, heldShares: null }

  test('equals the card of the service if the order is unchanged', () => {
    const option = madeUpOption()
    expect(asOrdered(option, oneContract, context)).toEqual(option)
  })

  test('has amounts and risk of all contracts at the limit', () => {
    const option = madeUpOption({ strike: 240, bid: 3.8, ask: 4.2 })
    const ordered = asOrdered(option, { contracts: 3, price: 4, buyShares: false }, context)
    expect(ordered).toMatchObject({ contracts: 3, premium: 4, breakeven: 227.42 })
    expect(ordered.maxReward).toBe(cents(300 * (240 - 227.42)))
    expect(ordered.maxRisk).toBe(cents(300 * 227.42))
    expect(ordered.return).toBeCloseTo(4 / 231.42, 9)
    expect(ordered.annualizedReturn).toBeCloseTo(((4 / 231.42) * 365) / 64, 9)
  })

  test('counts only the time value of an in-the-money call', () => {
    const option = madeUpOption({ strike: 225, bid: 9, ask: 9.4 })
    const ordered = asOrdered(option, { contracts: 1, price: 9.4, buyShares: false }, context)
    expect(ordered.return).toBeCloseTo((9.4 - 6.42) / 231.42, 9)
  })
})

test('a put is cash-secured: it sets the strike aside, never buys shares, and risks the strike less the premium', () => {
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

test('a call is uncovered if too few shares are entered and none are bought; a put never is', () => {
  const call = madeUpOption()
  const fiveContracts = { ...oneContract, contracts: 5 }
  expect(isUncovered(call, fiveContracts, 499)).toBe(true)
  expect(isUncovered(call, fiveContracts, 500)).toBe(false)
  expect(isUncovered(call, { ...fiveContracts, buyShares: true }, 100)).toBe(false)
  expect(
    isUncovered(call, fiveContracts, null),
    'the user owns the shares but has not entered how many',
  ).toBe(false)
  expect(isUncovered(madeUpOption({ legType: 'Put' }), fiveContracts, 0)).toBe(false)
})

test('the spread is relative to mid, and null without a market', () => {
  expect(spreadOf({ bid: 0.9, ask: 1.1 })).toBeCloseTo(0.2, 9)
  expect(spreadOf({ bid: 0, ask: 0 })).toBeNull()
})
