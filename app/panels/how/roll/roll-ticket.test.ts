import { describe, expect, test } from 'vitest'
import { sampleRoll } from '#app/testing/roll.ts'
import { rollTargetOf } from '#app/state/order/roll-target.ts'
import {
  type Closable,
  isClosable,
  limitBounds,
  rolledPosition,
  rollTotals,
} from '#app/state/order/roll-totals.ts'
import { buildClosingTicket } from './roll-ticket.ts'

/** Sold at 4.20, now at bid 2.00, ask 2.10; the first candidate is at bid 3.40, ask 3.60. */
const roll = sampleRoll() as Closable
const target = rollTargetOf(roll, roll.candidates[0]!.id)!

test('the lowest limit is sold bid minus bought ask, and the highest is sold ask minus bought bid', () => {
  expect(limitBounds(roll, target)).toEqual({ min: 1.3, max: 1.6 })
  expect(limitBounds(roll, undefined)).toEqual({ min: -2.1, max: -2 })
})

describe('the totals of the order', () => {
  test('of a roll at its natural price are the credit, the gain of closing and the new obligation', () => {
    expect(rollTotals(roll, target, { contracts: 2, limit: 1.3 })).toEqual({
      net: 260,
      closingGain: 420,
      shares: 200,
      obligation: 49_000,
    })
  })

  test('of a roll with a debit and of closing at a loss are negative', () => {
    expect(rollTotals(roll, target, { contracts: 1, limit: -0.25 })).toMatchObject({
      net: -25,
      closingGain: 210,
    })
    const rollAtLoss = { ...roll, price: 1.5 }
    expect(rollTotals(rollAtLoss, undefined, { contracts: 3, limit: -2.1 })).toEqual({
      net: -630,
      closingGain: -180,
      shares: 0,
      obligation: 0,
    })
  })

  test('have an unknown gain of closing without the original price', () => {
    expect(rollTotals({ ...roll, price: null }, target, { contracts: 1, limit: 1.3 }).closingGain).toBeNull()
  })
})

test('the legs of a ticket add up to its limit for any choice', () => {
  for (const limit of [1.3, 1.37, 0, -0.4]) {
    const {
      price,
      limit: orderLimit,
      optionLegs,
    } = buildClosingTicket(roll, target, { contracts: 2, limit }, null)
    const sum = optionLegs.reduce((total, leg) => total + leg.price * leg.quantity * 100, 0)
    expect(price).toBe(orderLimit)
    expect(sum).toBeCloseTo(orderLimit, 6)
    expect(Math.abs(orderLimit)).toBeCloseTo(Math.abs(limit * 200), 6)
  }
})

test('closing has one leg, bought at the limit', () => {
  const ticket = buildClosingTicket(roll, undefined, { contracts: 1, limit: -2.05 }, { simulated: true })
  expect(ticket).toMatchObject({ strategyName: 'Close Covered Call', price: 205, simulated: true })
  expect(ticket.optionLegs).toMatchObject([{ quantity: 1, price: 2.05, id: roll.id }])
})

test('the limits leave each leg a price of at least one cent', () => {
  const rollWithoutBid = sampleRoll({ bid: 0 }) as Closable
  expect(limitBounds(rollWithoutBid, undefined)).toEqual({ min: -2.1, max: -0.01 })
  expect(limitBounds(roll, { ...target, bid: 0, ask: 0.05 }).min).toBe(-2.09)
})

test('an option without an ask, or with a refused quote, cannot be closed', () => {
  expect(isClosable(sampleRoll({ costToClose: null, refused: 'crossed' }))).toBe(false)
})

describe('the position after a roll', () => {
  // Sold at 4.20 against shares at 265, closed at 9.20, rolled into a 287.50 call at 9.45.
  const tested = { ...roll, price: 4.2, costBasis: 265, costToClose: 9.2, bid: 9.1, chainPrice: 283.3 }
  const next = { ...target, strike: 287.5, bid: 9.45, ask: 9.6, daysUntilExpiry: 46 }

  test('has the break-even of what was paid and received in all, not of the new premium alone', () => {
    const { min } = limitBounds(tested, next)
    expect(min).toBe(0.25)
    expect(rolledPosition(tested, next, { contracts: 3, limit: min })).toEqual({
      contracts: 3,
      shares: 300,
      netPerShare: 0.25,
      net: 75,
      breakeven: 260.55,
      maxReward: 8085,
      maxRisk: 78_165,
      // Each leg has a commission of $0.65 for 100 shares; the amounts in dollars are before it.
      return: (0.25 - 0.013) / 283.3,
      annualizedReturn: (((0.25 - 0.013) / 283.3) * 365) / 46,
    })
  })

  test('of a put starts at the new strike', () => {
    const put = { ...tested, legType: 'Put' as const, costBasis: null }
    expect(rolledPosition(put, next, { contracts: 1, limit: -0.5 })).toMatchObject({
      breakeven: 283.8,
      maxReward: 370,
      return: -0.513 / 287.5,
    })
  })

  test.each([{ price: null }, { costBasis: null }])('is unknown without %o', (change) => {
    const unknown = { breakeven: null, maxReward: null, maxRisk: null, net: 75 }
    expect(rolledPosition({ ...tested, ...change }, next, { contracts: 3, limit: 0.25 })).toMatchObject(
      unknown,
    )
  })
})
