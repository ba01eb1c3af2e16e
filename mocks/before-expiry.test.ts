/**
 * Compares the app's interpolation of the service's scenarios with exact values: today's fair value
 * and the payoff at expiry.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scenario } from '#contract/responses/scenario.ts'
import { profitAtPoint, expandRange } from '#app/panels/how/before-expiry/profit-curve.ts'
import { valueAt, valuesAt } from '#app/panels/how/before-expiry/values.ts'
import { payoffRange, profitAtExpiry } from '#app/panels/how/payoff/payoff.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { createLookups, type Lookups } from '#service/lookups/lookups.ts'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { silentLog } from '#service/shared/log.ts'
import { memoryStore } from '#service/store/memory/memory.ts'

const now = new Date('2026-11-12T19:30:00Z')
let market: Market
let lookups: Lookups
beforeAll(() => {
  market = simulatedMarket({ seed: 1, clock: () => now })
  lookups = createLookups({ market, batches: memoryStore().batches, elapsed: () => +now, log: silentLog })
})
afterAll(() => market.close())

const optionsWithScenarios = async (symbol: string): Promise<[IncomeOption, Scenario][]> => {
  const income = (await lookups.income(symbol, {}))!
  const options = [...income.callOptimals, ...income.putOptimals]
  expect(options.length).toBeGreaterThan(6)
  return Promise.all(
    options.map(
      async (option) => [option, (await lookups.scenario(symbol, option.id))!] as [IncomeOption, Scenario],
    ),
  )
}

describe.each(['AAPL', 'KO', 'NVDA'])('%s', (symbol) => {
  test('today, at the quotes’ price and volatility, the value is the fair value', async () => {
    for (const [, scenario] of await optionsWithScenarios(symbol)) {
      const { daysLeft, prices, chainPrice, fairValue } = scenario
      const values = valuesAt(scenario, { daysLeft: daysLeft[0]!, shift: 0 })!
      // Values are rounded to cents: half a cent, and floating-point error.
      expect(Math.abs(valueAt(prices, values, chainPrice)! - fairValue!)).toBeLessThanOrEqual(0.005 + 1e-9)
    }
  })

  test('at expiry the profit equals the payoff over most of the diagram', async () => {
    for (const [option, scenario] of await optionsWithScenarios(symbol)) {
      const { prices, chainPrice } = scenario
      const range = payoffRange({ ...option, stockPrice: chainPrice })
      const [from, to] = [Math.max(range.low, prices[0]!), Math.min(range.high, prices.at(-1)!)]
      expect(
        (to - from) / (range.high - range.low),
        'most of the diagram has scenario values',
      ).toBeGreaterThan(0.8)
      for (let step = 0; step <= 40; step++) {
        const price = from + ((to - from) * step) / 40
        const profit = profitAtPoint(option, scenario, { daysLeft: 0, shift: 0 }, price)!
        // Dollars per 100 shares; the tolerance covers the rounding of the grid's prices.
        expect(Math.abs(profit - profitAtExpiry(option, price))).toBeLessThan(1.5 * option.contracts)
      }
      const expanded = expandRange(option, scenario, range)
      expect(expanded.top - expanded.bottom, 'the expanded range stays readable').toBeLessThan(
        1.6 * (range.top - range.bottom),
      )
    }
  })

  test('the seller’s profit rises with time and falls with volatility', async () => {
    for (const [option, scenario] of await optionsWithScenarios(symbol)) {
      const { daysLeft, volatilityShifts, chainPrice } = scenario
      const profitOf = (days: number, shift: number) =>
        profitAtPoint(option, scenario, { daysLeft: days, shift }, chainPrice)!
      expect(profitOf(7, 0)).toBeGreaterThan(profitOf(daysLeft[0]!, 0))
      expect(profitOf(daysLeft[0]!, volatilityShifts.at(-1)!)).toBeLessThan(
        profitOf(daysLeft[0]!, volatilityShifts[0]!),
      )
    }
  })
})
