import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PricedExpiry } from '../surface.ts'
import type { Candidate } from './candidate.ts'
import { valueOf } from './value.ts'

test('the lower bound of the expected profit never exceeds its limit', () => {
  const price = fc.double({ min: 0.01, max: 20, noNaN: true })
  fc.assert(
    fc.property(price, price, price, price, (bid, fairValue, error, payoff) => {
      const candidate = {
        contract: { right: 'put', strike: 100, bid },
        expiry: { days: 30 } as PricedExpiry,
        fairValue,
        fairError: () => error,
        commission: 0.0065,
      } as Candidate
      const forecast = { forward: 100, discount: 0.99, undiscountedPut: () => payoff }
      const value = valueOf(candidate, forecast, 100)
      expect(value.lowerBound()).toBeLessThanOrEqual(value.limit)
    }),
  )
})
