/** Errors of European prices, greeks and volatilities. */
import { greeks, price } from '#service/analysis/pricing/black-scholes.ts'
import { impliedVolatility } from '#service/analysis/pricing/implied-volatility.ts'
import { compare, type Comparison } from './comparison.ts'
import { numberIn, type CsvRow, rowsOf, termsOf } from './references.ts'

const quantlib = 'QuantLib 1.29, AnalyticEuropeanEngine'
const exactReference = 'the same formula in 60 decimal digits'

/** Relative error; prices below a thousandth of a dollar count as that. */
const relativeError = (computed: number, expected: number): number =>
  (computed - expected) / Math.max(Math.abs(expected), 1e-3)

const forwardOf = (row: CsvRow): number => {
  const { spot, rate, yield: dividendYield, years } = termsOf(row)
  return spot * Math.exp((rate - dividendYield) * years)
}

/** Implied volatility of our own price minus its input volatility, if the time value is at least a basis point. */
const roundTrips = (rows: readonly CsvRow[]): number[] =>
  rows.flatMap((row) => {
    const terms = termsOf(row)
    const { right, strike, years, rate, volatility } = terms
    const forward = forwardOf(row)
    const value = price(terms)
    const intrinsic = Math.max(0, right === 'call' ? forward - strike : strike - forward)
    if (value * Math.exp(rate * years) - intrinsic < 1e-4 * forward) return []
    return [(impliedVolatility(right, value, forward, strike, years, rate) ?? Number.NaN) - volatility]
  })

export const european = (): Comparison[] => {
  const rows = rowsOf('quantlib-european.csv')
  const units = { delta: 1, gamma: 1, vega: 100, theta: 365, rho: 100 } as const
  const greekErrors = rows.flatMap((row) => {
    const computed = greeks(termsOf(row))
    return (Object.keys(units) as (keyof typeof units)[]).map((name) =>
      relativeError(computed[name] * units[name], numberIn(row, name)),
    )
  })
  const wings = rowsOf('european-wings.csv')
  const exact = (row: CsvRow): number => numberIn(row, 'exact')
  return [
    compare(
      { label: 'European price', reference: quantlib, unit: 'relative', bar: { worst: 1e-10 } },
      rows.map((row) => relativeError(price(termsOf(row)), numberIn(row, 'price'))),
    ),
    compare(
      { label: 'the five greeks', reference: quantlib, unit: 'relative', bar: { worst: 1e-6 } },
      greekErrors,
    ),
    compare(
      {
        label: 'European implied volatility, of a price made with a known one',
        reference: 'the one it was made with',
        unit: 'volatility',
        bar: { worst: 1e-12 },
      },
      roundTrips(rows),
    ),
    compare(
      {
        label: 'European price 3 to 12 deviations out of the money',
        reference: exactReference,
        unit: 'relative',
        bar: { worst: 1e-12 },
      },
      wings.map((row) => price(termsOf(row)) / exact(row) - 1),
    ),
    compare(
      { label: 'for comparison: QuantLib’s price there', reference: exactReference, unit: 'relative' },
      wings.map((row) => numberIn(row, 'quantlib') / exact(row) - 1),
    ),
  ]
}

/** Number of wing options that QuantLib prices below zero, and the most expensive of them. */
export const wingCase = () => {
  const rows = rowsOf('european-wings.csv')
  const belowZero = rows.filter((row) => numberIn(row, 'quantlib') < 0)
  const row = belowZero.toSorted((a, b) => numberIn(b, 'exact') - numberIn(a, 'exact'))[0]
  if (!row) throw new Error('no wing is below zero by QuantLib')
  return { row, ours: price(termsOf(row)), count: rows.length, below: belowZero.length }
}
