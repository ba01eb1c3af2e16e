import { describe, expect, test } from 'vitest'
import { madeUpRoll } from '#app/testing/roll.ts'
import { buildClosingTicket, type Closable, isClosable, limitBounds, rollTotals } from './roll-ticket.ts'

/** Sold at 4.20, now at bid 2.00, ask 2.10; the first candidate is at bid 3.40, ask 3.60. */
const roll = madeUpRoll() as Closable
const into = roll.candidates[0]!

test('limits of a roll: from sold bid minus bought ask to sold ask minus bought bid', () => {
  expect(limitBounds(roll, into)).toEqual({ min: 1.3, max: 1.6 })
  expect(limitBounds(roll, undefined)).toEqual({ min: -2.1, max: -2 })
})

describe('totals of the order', () => {
  test('for a roll at its natural price', () => {
    expect(rollTotals(roll, into, { contracts: 2, limit: 1.3 })).toEqual({
      net: 260,
      closed: 420,
      shares: 200,
      obligation: 49_000,
    })
  })

  test('for a roll with a debit, and for closing at a loss', () => {
    expect(rollTotals(roll, into, { contracts: 1, limit: -0.25 })).toMatchObject({ net: -25, closed: 210 })
    const rollAtLoss = { ...roll, price: 1.5 }
    expect(rollTotals(rollAtLoss, undefined, { contracts: 3, limit: -2.1 })).toEqual({
      net: -630,
      closed: -180,
      shares: 0,
      obligation: 0,
    })
  })

  test('the gain of closing is unknown without the original price', () => {
    expect(rollTotals({ ...roll, price: null }, into, { contracts: 1, limit: 1.3 }).closed).toBeNull()
  })
})

test('the legs of a ticket add up to its limit for any choice', () => {
  for (const limit of [1.3, 1.37, 0, -0.4]) {
    const {
      price,
      limit: orderLimit,
      optionLegs,
    } = buildClosingTicket(roll, into, { contracts: 2, limit }, null)
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

test('a limit leaves each leg a price of at least one cent', () => {
  const free = madeUpRoll({ bid: 0 }) as Closable
  expect(limitBounds(free, undefined)).toEqual({ min: -2.1, max: -0.01 })
  expect(limitBounds(roll, { ...into, bid: 0, ask: 0.05 }).min).toBe(-2.09)
})

test('an option without an ask, or with a refused quote, cannot be closed', () => {
  expect(isClosable(madeUpRoll({ costToClose: null, refused: 'crossed' }))).toBe(false)
})
