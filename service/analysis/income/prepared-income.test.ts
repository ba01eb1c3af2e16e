/** Tests that the result of `prepareIncome` can be shared by requests with different positions. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyseIncome, prepareIncome } from '#service/analysis/income.ts'
import type { IncomeInput } from '#service/analysis/income.ts'
import { dataStatus, profileOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { farEarnings, rate, rising, today, fullChain } from './income.fixture.ts'

const input: IncomeInput = {
  profile: profileOf('TEST'),
  bars: rising,
  chain: fullChain,
  quote: undefined,
  earnings: farEarnings,
  volatilities: [],
  benchmark: undefined,
  dataStatus: { ...dataStatus, source: 'simulated' },
  riskFreeRate: rate,
  commission: 0,
  today,
  date: today,
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

test('a shared prepared result gives the same response for every position as a separate one', () => {
  const prepared = prepareIncome(input)
  const positions = fc.record(
    {
      stockQuantity: optional(fc.integer({ min: 1, max: 5000 })),
      // Strikes are near 100, so that some are below the cost basis.
      costBasis: optional(fc.double({ min: 60, max: 140, noNaN: true })),
      cash: optional(fc.double({ min: 1, max: 1e6, noNaN: true })),
      legtype: optional(fc.constantFrom('call' as const, 'put' as const)),
      timeframe: optional(fc.constantFrom('short' as const, 'medium' as const, 'long' as const)),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(positions, (parameters) => {
      const query = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined))
      expect(analyseIncome(input, query, prepared)).toEqual(analyseIncome(input, query))
    }),
    { numRuns: 40 },
  )
})
