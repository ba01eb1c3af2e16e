import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleOption } from '#app/testing/income.ts'
import { sampleScenario } from '#app/testing/scenario.ts'
import { payoffRange, profitAtExpiry } from '#app/panels/how/payoff/payoff.ts'
import { sliderRangesOf, dayBefore, clampToRanges } from './slider-ranges.ts'
import { profitCurve, profitAtValue, profitAtPoint, expandRange } from './profit-curve.ts'

const grid = sampleScenario()
const call = sampleOption({ strike: 255, premium: 4.1, contracts: 2 })
const put = sampleOption({ legType: 'Put', strike: 220, premium: 3, contracts: 3 })
const range = payoffRange({ ...call, stockPrice: 231.42 })

test('the profit of a covered call is the gain of the shares plus the decrease in value of the sold call', () => {
  const cost = call.breakeven + call.premium
  for (const [price, value] of [
    [231.42, 4.6],
    [260, 9],
    [200, 0.1],
  ] as const)
    expect(profitAtValue(call, price, value)).toBeCloseTo((price - cost + (4.1 - value)) * 200, 6)
})

test('the profit of a short put is the decrease in value of the sold put', () => {
  expect(profitAtValue(put, 231.42, 2.5)).toBeCloseTo(0.5 * 300, 6)
  expect(profitAtValue(put, 190, 31)).toBeCloseTo(-28 * 300, 6)
})

test('on the day of expiry the profit of both strategies equals the payoff at expiry', () => {
  fc.assert(
    fc.property(fc.double({ min: 172, max: 290, noNaN: true }), (price) => {
      const cases = [
        [call, sampleScenario()],
        [put, sampleScenario({ legType: 'Put', strike: 220 })],
      ] as const
      for (const [option, scenario] of cases)
        expect(profitAtPoint(option, scenario, { daysLeft: 0, shift: 0 }, price)).toBeCloseTo(
          profitAtExpiry(option, price),
          6,
        )
    }),
    { seed: 20261122 },
  )
})

describe('profitCurve', () => {
  test('spans the diagram and contains every grid point inside it', () => {
    const curve = profitCurve(call, grid, { daysLeft: 30, shift: 5 }, { low: 200, high: 280 })
    expect([curve[0]!.price, curve.at(-1)!.price]).toEqual([200, 280])
    expect(curve).toHaveLength(grid.prices.filter((price) => price > 200 && price < 280).length + 2)
    for (const { price, profit } of curve)
      expect(profit).toBeCloseTo(profitAtPoint(call, grid, { daysLeft: 30, shift: 5 }, price)!, 9)
  })

  test('is clipped to the prices of the grid, and is empty outside of them', () => {
    const curve = profitCurve(call, grid, { daysLeft: 30, shift: 0 }, { low: 10, high: 900 })
    expect([curve[0]!.price, curve.at(-1)!.price]).toEqual([grid.prices[0], grid.prices.at(-1)])
    expect(profitCurve(call, grid, { daysLeft: 30, shift: 0 }, { low: 600, high: 900 })).toEqual([])
  })
})

test('expandRange fits every day and volatility, and never shrinks the range', () => {
  const expanded = expandRange(call, grid, range)
  expect(expanded.top).toBeGreaterThanOrEqual(range.top)
  expect(expanded.bottom).toBeLessThanOrEqual(range.bottom)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 64 }),
      fc.double({ min: -10, max: 20, noNaN: true }),
      (daysLeft, shift) => {
        for (const { profit } of profitCurve(call, grid, { daysLeft, shift }, range)) {
          expect(profit).toBeGreaterThan(expanded.bottom)
          expect(profit).toBeLessThan(expanded.top)
        }
      },
    ),
    { seed: 20261122, numRuns: 200 },
  )
})

describe('slider ranges', () => {
  test('contain every day, and multiples of the step inside the grid', () => {
    expect(sliderRangesOf({ daysLeft: [64, 10, 0], volatilityShifts: [-9.7, 0, 20] })).toEqual({
      days: 64,
      shifts: { low: -9, high: 20, step: 1 },
    })
    expect(sliderRangesOf({ daysLeft: [5, 0], volatilityShifts: [-1.7, 0, 3.4] }).shifts).toEqual({
      low: -1.5,
      high: 3,
      step: 0.5,
    })
    expect(sliderRangesOf({ daysLeft: [0], volatilityShifts: [0] })).toEqual({
      days: 0,
      shifts: { low: 0, high: 0, step: 0.5 },
    })
  })

  test('clamp the settings when the bounds change', () => {
    const ranges = sliderRangesOf({ daysLeft: [20, 0], volatilityShifts: [-5, 0, 12] })
    expect(clampToRanges(ranges, { daysFromToday: 30, shift: 20 })).toEqual({ daysLeft: 0, shift: 12 })
    expect(clampToRanges(ranges, { daysFromToday: 3, shift: -2 })).toEqual({ daysLeft: 17, shift: -2 })
  })

  test('dayBefore counts calendar days across months, years and daylight saving changes', () => {
    expect(dayBefore('2027-01-15', 30)).toBe('2026-12-16')
    expect(dayBefore('2027-01-15', 0)).toBe('2027-01-15')
    expect(dayBefore('2026-11-20', 64)).toBe('2026-09-17')
    expect(dayBefore('2028-03-01', 1)).toBe('2028-02-29')
  })
})
