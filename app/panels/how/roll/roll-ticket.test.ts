import { describe, expect, test } from 'vitest'
import { madeUpRoll } from '#app/testing/roll.ts'
import { buildClosingTicket, type Closable, isClosable, limitBounds, rollTotals } from './roll-ticket.ts'

/** Sold at 4.20, now 2.00 bid and 2.10 asked; the first candidate is 3.40 bid and 3.60 asked. */
const roll = madeUpRoll() as Closable
const into = roll.candidates[0]!

test('a roll is filled at the sold bid less the bought ask, and never beyond both others', () => {
  expect(limitBounds(roll, into)).toEqual({ least: 1.3, most: 1.6 })
  expect(limitBounds(roll, undefined)).toEqual({ least: -2.1, most: -2 })
})

describe('the money of the whole order', () => {
  test('of a roll at its natural price', () => {
    expect(rollTotals(roll, into, { contracts: 2, limit: 1.3 })).toEqual({
      net: 260,
      closed: 420,
      shares: 200,
      obligation: 49_000,
    })
  })

  test('of a roll that costs, and of closing at a loss', () => {
    expect(rollTotals(roll, into, { contracts: 1, limit: -0.25 })).toMatchObject({ net: -25, closed: 210 })
    const lost = { ...roll, price: 1.5 }
    expect(rollTotals(lost, undefined, { contracts: 3, limit: -2.1 })).toEqual({
      net: -630,
      closed: -180,
      shares: 0,
      obligation: 0,
    })
  })

  test('what closing leaves is not known without the price it was sold for', () => {
    expect(rollTotals({ ...roll, price: null }, into, { contracts: 1, limit: 1.3 }).closed).toBeNull()
  })
})

test('the legs of a ticket add up to its limit, whatever the user chose', () => {
  for (const limit of [1.3, 1.37, 0, -0.4]) {
    const { price, limit: whole, optionLegs } = buildClosingTicket(roll, into, { contracts: 2, limit }, null)
    const sum = optionLegs.reduce((all, leg) => all + leg.price * leg.quantity * 100, 0)
    expect(price).toBe(whole)
    expect(sum).toBeCloseTo(whole, 6)
    expect(Math.abs(whole)).toBeCloseTo(Math.abs(limit * 200), 6)
  }
})

test('closing alone has one leg, which is bought at the limit', () => {
  const ticket = buildClosingTicket(roll, undefined, { contracts: 1, limit: -2.05 }, { simulated: true })
  expect(ticket).toMatchObject({ strategyName: 'Close Covered Call', price: 205, simulated: true })
  expect(ticket.optionLegs).toMatchObject([{ quantity: 1, price: 2.05, id: roll.id }])
})

test('a limit pays each leg a cent at least', () => {
  const free = madeUpRoll({ bid: 0 }) as Closable
  expect(limitBounds(free, undefined)).toEqual({ least: -2.1, most: -0.01 })
  expect(limitBounds(roll, { ...into, bid: 0, ask: 0.05 }).least).toBe(-2.09)
})

test('what nobody asks for, or is not believed, cannot be closed', () => {
  expect(isClosable(madeUpRoll({ costToClose: null, refused: 'crossed' }))).toBe(false)
})
