/** Generated option contracts, the same in every run. */
import type { Terms } from '#service/analysis/pricing/black-scholes.ts'
import type { AmericanTerms } from '#service/analysis/pricing/terms.ts'
import { seededRandom } from './measure.ts'

/** Random contracts: strikes up to 30 % away, 5 to 730 days, volatility 10 to 90 %. */
export const randomContracts = (count: number): Terms[] => {
  const random = seededRandom(1)
  return Array.from({ length: count }, (_, i) => {
    const spot = 10 + 490 * random()
    return {
      right: i % 2 === 0 ? 'call' : 'put',
      spot,
      strike: spot * (0.7 + 0.6 * random()),
      years: (5 + 725 * random()) / 365,
      rate: 0.04,
      yield: 0.01,
      volatility: 0.1 + 0.8 * random(),
    }
  })
}

/**
 * Contracts like those of income trades: 20 to 180 days, out of the money by up to two deviations,
 * optionally with cash dividends.
 */
export const incomeContracts = (count: number, right: Terms['right'], dividends: number): AmericanTerms[] => {
  const random = seededRandom(2)
  return Array.from({ length: count }, () => {
    const spot = 10 + 490 * random()
    const years = (20 + 160 * random()) / 365
    const volatility = 0.1 + 0.5 * random()
    const away = 2 * random() * volatility * Math.sqrt(years)
    return {
      right,
      spot,
      strike: spot * Math.exp(right === 'call' ? away : -away),
      years,
      rate: 0.04,
      yield: 0,
      volatility,
      dividends: Array.from({ length: dividends }, (_, index) => ({
        years: ((index + random()) * years) / dividends,
        amount: 0.007 * spot,
      })),
    }
  })
}
