import { describe, expect, test } from 'vitest'
import {
  chooseLimit,
  fixedLimit,
  isValidLimit,
  limitOf,
  movedBasisOf,
  priceAt,
  stepPrice,
} from './order-price.ts'

const market = { id: 'A', bid: 2.9, ask: 3.2 }

test('mid is rounded down to a price step, and is never below the bid', () => {
  expect(priceAt({ bid: 4.65, ask: 4.8 }, 'mid')).toBe(4.7)
  expect(priceAt({ bid: 6.65, ask: 6.8 }, 'mid')).toBe(6.7)
  expect(priceAt({ bid: 4.11, ask: 4.13 }, 'mid'), 'no step from bid to middle').toBe(4.11)
  expect(priceAt({ bid: 0.05, ask: 0.1 }, 'mid')).toBe(0.07)
  expect(priceAt({ bid: 1.1, ask: 1.3 }, 'mid')).toBe(1.2)
  expect(priceAt({ bid: 2.9, ask: 3.2 }, 'mid')).toBe(3.05)
})

describe('stepPrice', () => {
  test('steps by one cent below $3, and by five cents from $3', () => {
    expect(stepPrice(2.98, 1, market)).toBe(2.99)
    expect(stepPrice(2.99, 1, market)).toBe(3)
    expect(stepPrice(3, 1, market)).toBe(3.05)
    expect(stepPrice(3.05, -1, market)).toBe(3)
    expect(stepPrice(3, -1, market)).toBe(2.99)
  })

  test('moves a price that lies between two steps to the next step', () => {
    expect(stepPrice(3.12, 1, market)).toBe(3.15)
    expect(stepPrice(3.12, -1, market)).toBe(3.1)
  })

  test('never goes below the bid or above the ask', () => {
    expect(stepPrice(2.9, -1, market)).toBe(2.9)
    expect(stepPrice(3.18, 1, market)).toBe(3.2)
    expect(stepPrice(3.2, 1, market)).toBe(3.2)
    expect(stepPrice(4.12, -1, { bid: 4.11, ask: 4.4 })).toBe(4.11)
  })

  test('leads from a price outside the market only toward it', () => {
    expect(stepPrice(2.5, -1, market)).toBe(2.5)
    expect(stepPrice(2.5, 1, market)).toBe(2.51)
    expect(stepPrice(3.5, 1, market)).toBe(3.5)
    expect(stepPrice(3.5, -1, market)).toBe(3.45)
  })
})

test('a valid limit is in whole cents between bid and ask', () => {
  expect([2.9, 3.01, 3.2, 1.15].map((price) => isValidLimit(price, market))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(isValidLimit(3.015, market)).toBe(false)
  expect(isValidLimit(3.21, market)).toBe(false)
})

describe('the limit of a choice', () => {
  test('follows the bid until the user chooses a price', () => {
    expect(limitOf({ follows: 'bid' }, market)).toBe(2.9)
    expect(limitOf({ follows: 'bid' }, { ...market, bid: 3 })).toBe(3)
  })

  test('that is fixed stays a number, and is transferred to another contract as before', () => {
    const fixed = fixedLimit({ follows: 'bid' }, market)
    const moved = { id: 'A', bid: 3, ask: 3.2 }
    expect(limitOf(fixed, moved)).toBe(2.9)
    expect(movedBasisOf(fixed, moved)).toBe('bid')
    expect(fixedLimit(fixed, moved), 'fixed once').toBe(fixed)
    expect(limitOf(fixedLimit(fixed, { id: 'B', bid: 6, ask: 6.5 }), { id: 'B', bid: 7, ask: 7.5 })).toBe(6)
    const third = fixedLimit(chooseLimit(3, market), { id: 'B', bid: 6, ask: 6.5 })
    expect(third).toMatchObject({
      spreadFraction: expect.closeTo(1 / 3),
      typed: { contract: 'B', dollars: 6.15 },
    })
  })

  test('that was chosen as mid is a number: when the market moves, only the user takes the new mid', () => {
    const choice = chooseLimit(priceAt(market, 'mid'), market, 'mid')
    const moved = { id: 'A', bid: 3, ask: 3.2 }
    expect(limitOf(choice, moved)).toBe(3.05)
    expect(movedBasisOf(choice, market)).toBeUndefined()
    expect(movedBasisOf(choice, moved)).toBe('mid')
    expect(movedBasisOf(chooseLimit(3.05, market), moved), 'a typed limit').toBeUndefined()
    expect(movedBasisOf({ follows: 'bid' }, moved)).toBeUndefined()
  })

  test('that was chosen as mid or ask is the mid or ask of another contract', () => {
    const other = { id: 'B', bid: 1, ask: 1.2 }
    expect(limitOf(chooseLimit(3.05, market, 'mid'), other)).toBe(1.1)
    expect(limitOf(chooseLimit(3.2, market, 'ask'), other)).toBe(1.2)
    expect(movedBasisOf(chooseLimit(3.2, market, 'ask'), other)).toBeUndefined()
  })

  test('is a fixed price for its own contract, and the same fraction of the spread, rounded down, for another', () => {
    const choice = chooseLimit(3, market)
    expect(limitOf(choice, market)).toBe(3)
    expect(limitOf(choice, { id: 'B', bid: 6, ask: 6.5 }), 'a third of the spread, 6.1667').toBe(6.15)
    expect(limitOf(choice, { id: 'C', bid: 1.11, ask: 1.21 })).toBe(1.14)
    expect(limitOf(choice, { id: 'D', bid: 4.11, ask: 4.12 }), 'there is no step between bid and ask').toBe(
      4.11,
    )
  })

  test('is the typed price also outside the market, of which the nearer side is offered', () => {
    const choice = chooseLimit(3, market)
    const [inside, above, below] = [
      { ...market, bid: 2.95, ask: 3.1 },
      { ...market, bid: 3.1, ask: 3.3 },
      { ...market, bid: 2.5, ask: 2.8 },
    ]
    expect([inside, above, below].map((moved) => limitOf(choice, moved))).toEqual([3, 3, 3])
    expect([inside, above, below].map((moved) => movedBasisOf(choice, moved))).toEqual([
      undefined,
      'bid',
      'ask',
    ])
  })

  test('is the bid of another contract if it was typed for a market without a spread', () => {
    expect(limitOf(chooseLimit(2, { id: 'B', bid: 2, ask: 2 }), market)).toBe(2.9)
  })
})
