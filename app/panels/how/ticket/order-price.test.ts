import { describe, expect, test } from 'vitest'
import { chooseLimit, isAskable, limitOf, priceAt, stepPrice } from './order-price.ts'

const market = { id: 'A', bid: 2.9, ask: 3.2 }

test('mid is never a fraction of a cent, and never more than the middle', () => {
  expect(priceAt({ bid: 3.8, ask: 3.91 }, 'mid')).toBe(3.85)
  expect(priceAt({ bid: 0.05, ask: 0.1 }, 'mid')).toBe(0.07)
  expect(priceAt({ bid: 1.1, ask: 1.3 }, 'mid')).toBe(1.2)
})

describe('a step of the price', () => {
  test('is a cent under three dollars and a nickel from there on', () => {
    expect(stepPrice(2.98, 1, market)).toBe(2.99)
    expect(stepPrice(2.99, 1, market)).toBe(3)
    expect(stepPrice(3, 1, market)).toBe(3.05)
    expect(stepPrice(3.05, -1, market)).toBe(3)
    expect(stepPrice(3, -1, market)).toBe(2.99)
  })

  test('leads from a price between two steps to the next of them', () => {
    expect(stepPrice(3.12, 1, market)).toBe(3.15)
    expect(stepPrice(3.12, -1, market)).toBe(3.1)
  })

  test('never leads below the bid or above the ask', () => {
    expect(stepPrice(2.9, -1, market)).toBe(2.9)
    expect(stepPrice(3.18, 1, market)).toBe(3.2)
    expect(stepPrice(3.2, 1, market)).toBe(3.2)
    expect(stepPrice(4.12, -1, { bid: 4.11, ask: 4.4 })).toBe(4.11)
  })
})

test('a price is in cents and not outside the market', () => {
  expect([2.9, 3.01, 3.2, 1.15].map((price) => isAskable(price, market))).toEqual([true, true, true, false])
  expect(isAskable(3.015, market)).toBe(false)
  expect(isAskable(3.21, market)).toBe(false)
})

describe('a chosen price', () => {
  test('is the bid, the middle or the ask of whatever contract is shown', () => {
    expect(limitOf({ basis: 'mid' }, market)).toEqual({ price: 3.05, moved: null })
    expect(limitOf({ basis: 'ask' }, { id: 'B', bid: 1, ask: 1.2 }).price).toBe(1.2)
  })

  test('stays in dollars for its own contract, and for another where it lay between bid and ask, rounded down', () => {
    const choice = chooseLimit(3, market)
    expect(limitOf(choice, market).price).toBe(3)
    expect(limitOf(choice, { id: 'B', bid: 6, ask: 6.5 }), 'a third of the way, 6.1667').toEqual({
      price: 6.15,
      moved: null,
    })
    expect(limitOf(choice, { id: 'C', bid: 1.11, ask: 1.21 }).price).toBe(1.14)
    expect(limitOf(choice, { id: 'D', bid: 4.11, ask: 4.12 }).price, 'no step lies between').toBe(4.11)
  })

  test('stays while the quotes go round it, and follows them to the nearer end when they leave it', () => {
    const choice = chooseLimit(3, market)
    expect(limitOf(choice, { ...market, bid: 2.95, ask: 3.1 })).toEqual({ price: 3, moved: null })
    expect(limitOf(choice, { ...market, bid: 3.1, ask: 3.3 })).toEqual({ price: 3.1, moved: 'bid' })
    expect(limitOf(choice, { ...market, bid: 2.5, ask: 2.8 })).toEqual({ price: 2.8, moved: 'ask' })
    expect(limitOf(choice, market), 'and is back where they come back').toEqual({ price: 3, moved: null })
  })

  test('of a market without a spread is its only price', () => {
    expect(limitOf(chooseLimit(2, { id: 'A', bid: 2, ask: 2 }), market).price).toBe(2.9)
  })
})
