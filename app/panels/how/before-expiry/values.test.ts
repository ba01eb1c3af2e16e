import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleScenario, sampleOptionValue } from '#app/testing/scenario.ts'
import { locateOnAxis, valueAt, valuesAt } from './values.ts'

const grid = sampleScenario()
const { daysLeft, volatilityShifts, prices, values } = grid
const valueAtPoint = (days: number, shift: number, price: number) => {
  const row = valuesAt(grid, { daysLeft: days, shift })
  return row && valueAt(prices, row, price)
}
const propertyOptions = { seed: 20261122, numRuns: 500 }
const pointInGrid = fc.record({
  days: fc.double({ min: 0, max: daysLeft[0]!, noNaN: true }),
  shift: fc.double({ min: volatilityShifts[0]!, max: volatilityShifts.at(-1)!, noNaN: true }),
  price: fc.double({ min: prices[0]!, max: prices.at(-1)!, noNaN: true }),
})

describe('locateOnAxis', () => {
  test('locates values on ascending, descending and single-point axes', () => {
    expect(locateOnAxis([1, 2, 4], 3)).toEqual({ index: 1, fraction: 0.5 })
    expect(locateOnAxis([4, 2, 1], 3)).toEqual({ index: 0, fraction: 0.5 })
    expect(locateOnAxis([4, 2, 1], 4)).toEqual({ index: 0, fraction: 0 })
    expect(locateOnAxis([4, 2, 1], 1)).toEqual({ index: 1, fraction: 1 })
    expect(locateOnAxis([7], 7)).toEqual({ index: 0, fraction: 0 })
  })

  test('returns null outside the axis', () => {
    for (const axis of [[1, 2], [2, 1], [7], []]) {
      expect(locateOnAxis(axis, 0.999)).toBeNull()
      expect(locateOnAxis(axis, 7.001)).toBeNull()
    }
  })
})

test('returns the value of the grid at every grid point', () => {
  daysLeft.forEach((days, day) =>
    volatilityShifts.forEach((shift, step) =>
      prices.forEach((price, index) =>
        expect(valueAtPoint(days, shift, price)).toBe(values[day]![step]![index]),
      ),
    ),
  )
})

test('equals the intrinsic value at expiry for any volatility', () => {
  for (const shift of [-10, -3, 0, 7.5, 20])
    for (const price of [200, 254.99, 255, 260, 291.4])
      expect(valueAtPoint(0, shift, price)).toBeCloseTo(Math.max(0, price - 255), 9)
})

test('interpolates linearly along each axis', () => {
  expect(valueAtPoint(44, 0, prices[20]!)).toBeCloseTo((values[1]![2]![20]! + values[2]![2]![20]!) / 2, 9)
  expect(valueAtPoint(64, 2.5, prices[20]!)).toBeCloseTo((values[0]![2]![20]! + values[0]![3]![20]!) / 2, 9)
  expect(valueAtPoint(64, 0, (prices[20]! + prices[21]!) / 2)).toBeCloseTo(
    (values[0]![2]![20]! + values[0]![2]![21]!) / 2,
    9,
  )
})

test('lies between the values of the eight surrounding grid points', () => {
  fc.assert(
    fc.property(pointInGrid, ({ days, shift, price }) => {
      const [dayPosition, shiftPosition, pricePosition] = [
        locateOnAxis(daysLeft, days)!,
        locateOnAxis(volatilityShifts, shift)!,
        locateOnAxis(prices, price)!,
      ]
      const corners = [0, 1].flatMap((i) =>
        [0, 1].flatMap((j) =>
          [0, 1].map(
            (k) => values[dayPosition.index + i]![shiftPosition.index + j]![pricePosition.index + k]!,
          ),
        ),
      )
      const value = valueAtPoint(days, shift, price)!
      expect(value).toBeGreaterThanOrEqual(Math.min(...corners) - 1e-9)
      expect(value).toBeLessThanOrEqual(Math.max(...corners) + 1e-9)
    }),
    propertyOptions,
  )
})

test('is continuous along every axis', () => {
  fc.assert(
    fc.property(pointInGrid, fc.constantFrom('days', 'shift', 'price'), (point, axis) => {
      const shifted = { ...point, [axis]: point[axis] + 1e-6 }
      const value = valueAtPoint(shifted.days, shifted.shift, shifted.price)
      if (value === null) return
      expect(Math.abs(value - valueAtPoint(point.days, point.shift, point.price)!)).toBeLessThan(1e-4)
    }),
    propertyOptions,
  )
})

test('differs by less than $0.90 from the function that the grid samples', () => {
  fc.assert(
    fc.property(pointInGrid, ({ days, shift, price }) => {
      const exact = sampleOptionValue(grid, days, 0.27 + shift / 100, price)
      expect(Math.abs(valueAtPoint(days, shift, price)! - exact)).toBeLessThan(0.9)
    }),
    propertyOptions,
  )
})

test('returns null outside the grid', () => {
  expect(valuesAt(grid, { daysLeft: 65, shift: 0 })).toBeNull()
  expect(valuesAt(grid, { daysLeft: 30, shift: 20.1 })).toBeNull()
  expect(valueAtPoint(30, 0, prices[0]! - 0.01)).toBeNull()
  expect(valueAtPoint(30, 0, prices.at(-1)! + 0.01)).toBeNull()
  expect(
    valuesAt({ daysLeft: [], volatilityShifts: [], prices: [], values: [] }, { daysLeft: 0, shift: 0 }),
  ).toBe(null)
})

test('accepts a grid of one day and one volatility', () => {
  const lastDayGrid = {
    daysLeft: [0],
    volatilityShifts: [0],
    prices: [230, 240, 250],
    values: [[[0, 0, 10]]],
  }
  expect(valuesAt(lastDayGrid, { daysLeft: 0, shift: 0 })).toEqual([0, 0, 10])
  expect(valueAt(lastDayGrid.prices, [0, 0, 10], 245)).toBe(5)
})
