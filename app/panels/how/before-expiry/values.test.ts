import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { madeUpScenario, madeUpValue } from '#app/testing/scenario.ts'
import { placeOn, valueAt, valuesAt } from './values.ts'

const grid = madeUpScenario()
const { daysLeft, volatilityShifts, prices, values } = grid
const at = (days: number, shift: number, price: number) => {
  const row = valuesAt(grid, { daysLeft: days, shift })
  return row && valueAt(prices, row, price)
}
const seeded = { seed: 20261122, numRuns: 500 }
const inside = fc.record({
  days: fc.double({ min: 0, max: daysLeft[0]!, noNaN: true }),
  shift: fc.double({ min: volatilityShifts[0]!, max: volatilityShifts.at(-1)!, noNaN: true }),
  price: fc.double({ min: prices[0]!, max: prices.at(-1)!, noNaN: true }),
})

describe('a place on an axis', () => {
  test('is found on those that rise, those that fall and those of one point', () => {
    expect(placeOn([1, 2, 4], 3)).toEqual({ at: 1, share: 0.5 })
    expect(placeOn([4, 2, 1], 3)).toEqual({ at: 0, share: 0.5 })
    expect(placeOn([4, 2, 1], 4)).toEqual({ at: 0, share: 0 })
    expect(placeOn([4, 2, 1], 1)).toEqual({ at: 1, share: 1 })
    expect(placeOn([7], 7)).toEqual({ at: 0, share: 0 })
  })

  test('is nowhere beyond the ends', () => {
    for (const axis of [[1, 2], [2, 1], [7], []]) {
      expect(placeOn(axis, 0.999)).toBeNull()
      expect(placeOn(axis, 7.001)).toBeNull()
    }
  })
})

test('every point of the answer is given back as it is', () => {
  daysLeft.forEach((days, day) =>
    volatilityShifts.forEach((shift, step) =>
      prices.forEach((price, place) => expect(at(days, shift, price)).toBe(values[day]![step]![place])),
    ),
  )
})

test('at expiry it is what exercise pays, whatever the volatility', () => {
  for (const shift of [-10, -3, 0, 7.5, 20])
    for (const price of [200, 254.99, 255, 260, 291.4])
      expect(at(0, shift, price)).toBeCloseTo(Math.max(0, price - 255), 9)
})

test('between two points along each axis it is on the straight line', () => {
  expect(at(44, 0, prices[20]!)).toBeCloseTo((values[1]![2]![20]! + values[2]![2]![20]!) / 2, 9)
  expect(at(64, 2.5, prices[20]!)).toBeCloseTo((values[0]![2]![20]! + values[0]![3]![20]!) / 2, 9)
  expect(at(64, 0, (prices[20]! + prices[21]!) / 2)).toBeCloseTo(
    (values[0]![2]![20]! + values[0]![2]![21]!) / 2,
    9,
  )
})

test('it never leaves what the eight points around it say', () => {
  fc.assert(
    fc.property(inside, ({ days, shift, price }) => {
      const [day, step, place] = [
        placeOn(daysLeft, days)!,
        placeOn(volatilityShifts, shift)!,
        placeOn(prices, price)!,
      ]
      const corners = [0, 1].flatMap((i) =>
        [0, 1].flatMap((j) => [0, 1].map((k) => values[day.at + i]![step.at + j]![place.at + k]!)),
      )
      const value = at(days, shift, price)!
      expect(value).toBeGreaterThanOrEqual(Math.min(...corners) - 1e-9)
      expect(value).toBeLessThanOrEqual(Math.max(...corners) + 1e-9)
    }),
    seeded,
  )
})

test('it is continuous: a hair further along any axis is a hair more or less', () => {
  fc.assert(
    fc.property(inside, fc.constantFrom('days', 'shift', 'price'), (moment, axis) => {
      const next = { ...moment, [axis]: moment[axis] + 1e-6 }
      const there = at(next.days, next.shift, next.price)
      if (there === null) return
      expect(Math.abs(there - at(moment.days, moment.shift, moment.price)!)).toBeLessThan(1e-4)
    }),
    seeded,
  )
})

test('it stays near what the points are points of', () => {
  fc.assert(
    fc.property(inside, ({ days, shift, price }) => {
      const meant = madeUpValue(grid, days, 0.27 + shift / 100, price)
      expect(Math.abs(at(days, shift, price)! - meant)).toBeLessThan(0.9)
    }),
    seeded,
  )
})

test('beyond the grid nothing is known', () => {
  expect(valuesAt(grid, { daysLeft: 65, shift: 0 })).toBeNull()
  expect(valuesAt(grid, { daysLeft: 30, shift: 20.1 })).toBeNull()
  expect(at(30, 0, prices[0]! - 0.01)).toBeNull()
  expect(at(30, 0, prices.at(-1)! + 0.01)).toBeNull()
  expect(
    valuesAt({ daysLeft: [], volatilityShifts: [], prices: [], values: [] }, { daysLeft: 0, shift: 0 }),
  ).toBe(null)
})

test('on the last day there is one day and one volatility', () => {
  const last = { daysLeft: [0], volatilityShifts: [0], prices: [230, 240, 250], values: [[[0, 0, 10]]] }
  expect(valuesAt(last, { daysLeft: 0, shift: 0 })).toEqual([0, 0, 10])
  expect(valueAt(last.prices, [0, 0, 10], 245)).toBe(5)
})
