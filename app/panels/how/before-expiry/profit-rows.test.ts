import { describe, expect, test } from 'vitest'
import { sampleOption } from '#app/testing/income.ts'
import { sampleOptionValue, sampleScenario } from '#app/testing/scenario.ts'
import { profitColumns, profitRows } from './profit-rows.ts'

/** The 240 call at 3.80, sold against shares at 231.42; one standard deviation is 26.16. */
const option = sampleOption()
const scenario = sampleScenario({ strike: option.strike })
const columns = [64, 32, 0].map((daysLeft) => ({ daysLeft, shift: 0 }))

describe('the table of profits', () => {
  test('has columns for today, halfway and expiry; fewer near expiry, and only expiry without values', () => {
    const daysOf = (grid: Parameters<typeof profitColumns>[0]) =>
      profitColumns(grid).map(({ daysLeft }) => daysLeft)
    expect(daysOf(scenario)).toEqual([64, 32, 0])
    expect(daysOf({ daysLeft: [1, 0] })).toEqual([1, 0])
    expect(daysOf({ daysLeft: [0] })).toEqual([0])
    expect(daysOf(null)).toEqual([0])
  })

  test('has the day and the volatility of the sliders in place of halfway, unless they are at today or expiry', () => {
    const [today, halfway, expiry] = columns
    const chosen = (daysLeft: number, shift: number) => profitColumns(scenario, { daysLeft, shift })
    expect(chosen(20, 5)).toEqual([today, { daysLeft: 20, shift: 5 }, expiry])
    expect(chosen(64, 5)).toEqual([today, { daysLeft: 64, shift: 5 }, expiry])
    expect(chosen(64, 0)).toEqual([today, halfway, expiry])
    expect(chosen(0, 5)).toEqual([today, halfway, expiry])
    const at = (shift: number) => profitRows(option, scenario, chosen(20, shift))[4]!.profits[1]!
    expect(at(5), 'a higher volatility costs the seller').toBeLessThan(at(0))
  })

  test('has nine prices from two standard deviations above to two below, and the seller’s profit at each', () => {
    const rows = profitRows(option, scenario, columns)
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
    const rows = profitRows(option, narrow, columns)
    expect(rows[0]!.profits.slice(0, 2)).toEqual([null, null])
    expect(rows[0]!.profits[2]).not.toBeNull()
    expect(profitRows(option, null, profitColumns(null))[4]!.profits).toEqual([expect.closeTo(380, 6)])
  })
})
