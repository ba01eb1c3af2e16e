import { describe, expect, test } from 'vitest'
import { sampleIncome, sampleOption } from '#app/testing/income.ts'
import { roundToHundredths } from '#app/panels/how/payoff/payoff.ts'
import { applyOrder, isUncovered, ticketTotals } from '#app/state/order/order-totals.ts'
import { buildTicket, dataOriginOf, disclosureVersion } from './ticket.ts'
import { spreadOf } from '#app/state/latest-quote.ts'

const metadata = {
  ticketId: '5b0c7f1e-3a64-4a0e-9d0b-8f5f3c1f7a10',
  time: '2026-11-12T20:59:30.000Z',
  simulated: false,
  dataAsOf: '2026-11-12T20:59:00.000Z',
} as const
const oneContract = { contracts: 1, price: 3.8, buyShares: false } as const

describe('a covered call against shares already held', () => {
  test('has a ticket that sells one option, buys no shares, and has the premium as negative price', () => {
    const option = sampleOption()
    expect(
      buildTicket(
        'AAPL',
        option,
        oneContract,
        { stockPrice: 231.42, commission: 0, heldShares: null },
        metadata,
      ),
    ).toEqual({
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
      ...metadata,
      orderType: 'limit',
      limit: -380,
    })
  })

  test('has at the bid the reward and risk that the service computes', () => {
    const option = sampleOption()
    const totals = ticketTotals(option, oneContract, { stockPrice: 231.42, commission: 0, heldShares: null })
    expect(totals.maxReward).toBe(option.maxReward)
    expect(totals.maxRisk).toBe(option.maxRisk)
    expect(totals.credit).toBe(380)
    expect(totals.net).toBe(-380)
  })

  test('has at the ask, ten cents above the bid, ten dollars more reward and ten dollars less risk', () => {
    const option = sampleOption()
    const totals = ticketTotals(
      option,
      { ...oneContract, price: 3.9 },
      { stockPrice: 231.42, commission: 0, heldShares: null },
    )
    expect(totals.maxReward).toBe(option.maxReward + 10)
    expect(totals.maxRisk).toBe(option.maxRisk - 10)
    expect(totals.breakeven).toBeCloseTo(227.52, 9)
  })

  test('has a negative maximum reward if the strike is below the cost basis', () => {
    expect(
      ticketTotals(sampleOption({ breakeven: 246.2 }), oneContract, {
        stockPrice: 231.42,
        commission: 0,
        heldShares: null,
        costBasis: 250,
      }).maxReward,
    ).toBe(-620)
  })
})

test('a buy-write buys 100 shares per contract at the stock price; its net cost is their cost less the premium', () => {
  const ticket = buildTicket(
    'AAPL',
    sampleOption({ breakeven: 180 }),
    { contracts: 3, price: 3.85, buyShares: true },
    { stockPrice: 231.42, commission: 0, heldShares: null },
    metadata,
  )
  expect(ticket.optionLegs[0]).toMatchObject({ quantity: -3, price: 3.85 })
  expect(ticket.securityLegs).toEqual([
    { ask: 231.42, bid: 231.42, price: 231.42, quantity: 300, symbol: 'AAPL' },
  ])
  expect(ticket.price).toBe(69_426 - 1155)
  expect(ticket.limit, 'limit on the net cost').toBe(ticket.price)
  const totals = ticketTotals(
    sampleOption({ breakeven: 180 }),
    { contracts: 3, price: 3.85, buyShares: true },
    { stockPrice: 231.42, commission: 0, heldShares: null },
  )
  expect(totals.breakeven).toBeCloseTo(227.57, 9)
  expect(totals.maxReward).toBe(3729)
})

test('a buy-write buys only the missing shares: 100 for two contracts if 100 are held', () => {
  const option = sampleOption({ breakeven: 180, premium: 3.8 })
  const choice = { contracts: 2, price: 3.8, buyShares: true } as const
  const context = { stockPrice: 231.42, commission: 0, heldShares: 100, costBasis: 183.8 }
  expect(buildTicket('AAPL', option, choice, context, metadata).securityLegs).toMatchObject([
    { quantity: 100 },
  ])
  const totals = ticketTotals(option, choice, context)
  expect(totals.shareCost).toBe(23_142)
  // Half of the shares cost 183.80, half 231.42; the premium lowers both.
  expect(totals.breakeven).toBeCloseTo((183.8 + 231.42) / 2 - 3.8, 9)
  const contextWithEnoughShares = { stockPrice: 231.42, commission: 0, heldShares: 250 }
  expect(buildTicket('AAPL', option, choice, contextWithEnoughShares, metadata).securityLegs).toEqual([])
})

test('if half of the shares are held and half are bought, the break-even averages both costs', () => {
  // The service computes the break-even from 50 shares at $100 and 50 bought at $200, less the bid of $3.
  const option = sampleOption({ strike: 210, bid: 3, ask: 3.2, premium: 3, breakeven: 147 })
  const context = { stockPrice: 200, commission: 0, heldShares: 50, costBasis: 100 }
  const totals = ticketTotals(option, { contracts: 1, price: 3, buyShares: true }, context)
  expect(totals).toMatchObject({ breakeven: 147, boughtShares: 50, maxReward: 6_300, maxRisk: 14_700 })
})

describe('the prices of a ticket', () => {
  const asOf = '2026-11-12T20:59:00Z'
  const income = sampleIncome({ optionsAsOf: asOf })
  const asOfIso = '2026-11-12T20:59:00.000Z'

  test('have the time of the option quotes if no shares are bought', () => {
    expect(dataOriginOf(income, null)).toEqual({ simulated: false, dataAsOf: asOfIso })
  })

  test('have the older time of option quotes and stock quote if shares are bought at a pushed price', () => {
    const dataAsOf = (time: string) => dataOriginOf(income, null, { quote: { time } }).dataAsOf
    expect(dataAsOf('2026-11-12T20:58:30.250Z')).toBe('2026-11-12T20:58:30.250Z')
    expect(dataAsOf('2026-11-12T21:01:00Z')).toBe(asOfIso)
    expect(dataOriginOf(income, null, { quote: undefined }).dataAsOf, 'at the price of the chain').toBe(
      asOfIso,
    )
  })

  test('have an unknown time if the time of the option quotes or of the stock price is unknown', () => {
    expect(dataOriginOf(sampleIncome({ optionsAsOf: null }), null).dataAsOf).toBeNull()
    const noChainPrice = sampleIncome({ chainPrice: null })
    expect(dataOriginOf(noChainPrice, null, { quote: undefined }).dataAsOf).toBeNull()
    expect(dataOriginOf(income, null, { quote: { time: 'soon' } }).dataAsOf).toBeNull()
  })

  test('are simulated if the response or the feed is', () => {
    const dataStatus = { ...income.dataStatus, simulated: true }
    expect(dataOriginOf({ ...income, dataStatus }, null).simulated).toBe(true)
    expect(dataOriginOf(income, { simulated: true }).simulated).toBe(true)
    expect(dataOriginOf(income, { simulated: false }).simulated).toBe(false)
  })
})

describe('the contract with the order applied', () => {
  const context = { stockPrice: 231.42, commission: 0, heldShares: null }

  test('equals the contract of the service for the default order', () => {
    const option = sampleOption()
    expect(applyOrder(option, oneContract, context)).toEqual(option)
  })

  test('has the amounts and the risk of all contracts at the limit', () => {
    const option = sampleOption({ strike: 240, bid: 3.8, ask: 4.2 })
    const ordered = applyOrder(option, { contracts: 3, price: 4, buyShares: false }, context)
    expect(ordered).toMatchObject({ contracts: 3, premium: 4, breakeven: 227.42 })
    expect(ordered.maxReward).toBe(roundToHundredths(300 * (240 - 227.42)))
    expect(ordered.maxRisk).toBe(roundToHundredths(300 * 227.42))
    expect(ordered.return).toBeCloseTo(4 / 231.42, 9)
    expect(ordered.annualizedReturn).toBeCloseTo(((4 / 231.42) * 365) / 64, 9)
  })

  test('has a return at its limit less the commission', () => {
    const option = sampleOption({ strike: 240, bid: 3.8, ask: 4.2 })
    const choice = { contracts: 1, price: 4, buyShares: false }
    const ordered = applyOrder(option, choice, { ...context, commission: 0.65 })
    expect(ordered.return).toBeCloseTo((4 - 0.0065) / 231.42, 9)
  })

  test('has a return that counts only the time value of an in-the-money call', () => {
    const option = sampleOption({ strike: 225, bid: 9, ask: 9.4 })
    const ordered = applyOrder(option, { contracts: 1, price: 9.4, buyShares: false }, context)
    expect(ordered.return).toBeCloseTo((9.4 - 6.42) / 231.42, 9)
  })
})

test('a put is cash-secured: the cash is the strike, no shares are bought, and the risk is the strike less the premium', () => {
  const put = sampleOption({ legType: 'Put', strike: 220, premium: 2.4 })
  const choice = { contracts: 2, price: 2.4, buyShares: true } as const
  const totals = ticketTotals(put, choice, { stockPrice: 231.42, commission: 0, heldShares: null })
  expect(totals).toMatchObject({
    assignment: 44_000,
    maxRisk: 43_520,
    maxReward: 480,
    shareCost: 0,
    net: -480,
  })
  const ticket = buildTicket(
    'AAPL',
    put,
    choice,
    { stockPrice: 231.42, commission: 0, heldShares: null },
    metadata,
  )
  expect(ticket).toMatchObject({ strategyName: 'Cash-Secured Put', price: -480, securityLegs: [] })
})

test('a call is uncovered if too few shares are entered and none are bought; a put is never uncovered', () => {
  const call = sampleOption()
  const fiveContracts = { ...oneContract, contracts: 5 }
  expect(isUncovered(call, fiveContracts, 499)).toBe(true)
  expect(isUncovered(call, fiveContracts, 500)).toBe(false)
  expect(isUncovered(call, { ...fiveContracts, buyShares: true }, 100)).toBe(false)
  expect(isUncovered(call, fiveContracts, null), 'the user has not entered a number of shares').toBe(false)
  expect(isUncovered(sampleOption({ legType: 'Put' }), fiveContracts, 0)).toBe(false)
})

test('the spread is relative to mid, and null without bid and ask', () => {
  expect(spreadOf({ bid: 0.9, ask: 1.1 })).toBeCloseTo(0.2, 9)
  expect(spreadOf({ bid: 0, ask: 0 })).toBeNull()
})
