import { describe, expect, test } from 'vitest'
import { sampleOption } from '#app/testing/income.ts'
import { sampleOptionValue, sampleScenario } from '#app/testing/scenario.ts'
import { profitColumns, profitRows } from './profit-rows.ts'

/** The 240 call at 3.80, sold against shares at 231.42; one standard deviation is 26.16. */
const option = sampleOption()
const scenario = sampleScenario({ strike: option.strike })

describe('the table of profits', () => {
  test('has columns for today, halfway and expiry; fewer near expiry, and only expiry without values', () => {
    expect(profitColumns(scenario)).toEqual([64, 32, 0])
    expect(profitColumns({ daysLeft: [1, 0] })).toEqual([1, 0])
    expect(profitColumns({ daysLeft: [0] })).toEqual([0])
    expect(profitColumns(null)).toEqual([0])
  })

  test('has nine prices from two standard deviations above to two below, and the seller’s profit at each', () => {
    const rows = profitRows(option, scenario, [64, 32, 0])
    expect(rows.map(({ sigmas }) => sigmas)).toEqual([2, 1.5, 1, 0.5, 0, -0.5, -1, -1.5, -2])
    const middle = rows[4]!
    expect(middle.price).toBeCloseTo(231.42, 6)
    // Shares bought at 231.42 for a break-even of 227.62, less the cost of buying the option back.
    const value = sampleOptionValue(scenario, 64, scenario.impliedVolatility!, middle.price)
    expect(middle.profits[0]).toBeCloseTo((middle.price - value - option.breakeven) * 100, 0)
    expect(middle.profits[2]).toBeCloseTo(380, 6)
    expect(rows[0]!.profits[2]).toBeCloseTo(option.maxReward, 6)
    expect(rows.at(-1)!.profits[2]).toBeLessThan(-4000)
  })

  test('has no value where the service computed none, and knows the expiry without any', () => {
    const narrow = {
      ...scenario,
      prices: [230, 240],
      values: scenario.values.map((day) => day.map(() => [1, 2])),
    }
    const rows = profitRows(option, narrow, [64, 32, 0])
    expect(rows[0]!.profits.slice(0, 2)).toEqual([null, null])
    expect(rows[0]!.profits[2]).not.toBeNull()
    expect(profitRows(option, null, [0])[4]!.profits).toEqual([expect.closeTo(380, 6)])
  })
})
