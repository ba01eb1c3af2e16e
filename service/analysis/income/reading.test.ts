/** A shared prepared chain gives the same result for every position as one prepared for that position alone. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyseIncome, prepareIncome } from '#service/analysis/income.ts'
import type { IncomeInput } from '#service/analysis/income.ts'
import { dataStatus, profileOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { farEarnings, rate, rising, today, whole } from './income.fixture.ts'

const input: IncomeInput = {
  profile: profileOf('TEST'),
  bars: rising,
  chain: whole,
  quote: undefined,
  earnings: farEarnings,
  volatilities: [],
  benchmark: undefined,
  dataStatus: { ...dataStatus, source: 'simulated' },
  riskFreeRate: rate,
  today,
}

const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined })

test('one reading answers every position as a reading of its own does', () => {
  const reading = prepareIncome(input)
  const positions = fc.record(
    {
      stockQuantity: optional(fc.integer({ min: 1, max: 5000 })),
      // Strikes are near 100: some lie below the cost basis.
      costBasis: optional(fc.double({ min: 60, max: 140, noNaN: true })),
      cash: optional(fc.double({ min: 1, max: 1e6, noNaN: true })),
      legtype: optional(fc.constantFrom('call' as const, 'put' as const)),
      timeframe: optional(fc.constantFrom('short' as const, 'medium' as const, 'long' as const)),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(positions, (given) => {
      const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      expect(analyseIncome(input, query, reading)).toEqual(analyseIncome(input, query))
    }),
    { numRuns: 40 },
  )
})
