/** Errors of European prices, greeks and volatilities. */
import { greeks, price } from '#service/analysis/pricing/black-scholes.ts'
import { impliedVolatility } from '#service/analysis/pricing/implied-volatility.ts'
import { compare, type Comparison } from './comparison.ts'
import { numberIn, type CsvRow, readRows, termsOf } from './references.ts'

const quantlib = 'QuantLib 1.29, AnalyticEuropeanEngine'
const exactReference = 'the same formula in 60 decimal digits'

/**
 * Relative error. The divisor is at least 0.001, because tiny values have large relative errors.
 */
const relativeError = (computed: number, expected: number): number =>
  (computed - expected) / Math.max(Math.abs(expected), 1e-3)

const forwardOf = (row: CsvRow): number => {
  const { spot, rate, yield: dividendYield, years } = termsOf(row)
  return spot * Math.exp((rate - dividendYield) * years)
}

/**
 * Errors of the implied volatilities of our own prices. Skips contracts whose time value is less
 * than a basis point of the forward.
 */
const roundTripErrors = (rows: readonly CsvRow[]): number[] =>
  rows.flatMap((row) => {
    const terms = termsOf(row)
    const { right, strike, years, rate, volatility } = terms
    const forward = forwardOf(row)
    const value = price(terms)
    const intrinsic = Math.max(0, right === 'call' ? forward - strike : strike - forward)
    if (value * Math.exp(rate * years) - intrinsic < 1e-4 * forward) return []
    return [(impliedVolatility(right, value, forward, strike, years, rate) ?? Number.NaN) - volatility]
  })

export const europeanComparisons = (): Comparison[] => {
  const rows = readRows('quantlib-european.csv')
  // QuantLib's greeks are these multiples of ours: per 1 instead of per point, and per year instead of per day.
  const quantlibFactors = { delta: 1, gamma: 1, vega: 100, theta: 365, rho: 100 } as const
  const greekErrors = rows.flatMap((row) => {
    const computed = greeks(termsOf(row))
    return (Object.keys(quantlibFactors) as (keyof typeof quantlibFactors)[]).map((name) =>
      relativeError(computed[name] * quantlibFactors[name], numberIn(row, name)),
    )
  })
  const wings = readRows('european-wings.csv')
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
      roundTripErrors(rows),
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

/**
 * Options of the wings that QuantLib prices below zero: their number, and the most expensive one.
 */
export const negativeWingPrices = () => {
  const rows = readRows('european-wings.csv')
  const negativeRows = rows.filter((row) => numberIn(row, 'quantlib') < 0)
  const row = negativeRows.toSorted((a, b) => numberIn(b, 'exact') - numberIn(a, 'exact'))[0]
  if (!row) throw new Error('european-wings.csv has no option that QuantLib prices below zero')
  return { row, servicePrice: price(termsOf(row)), rowCount: rows.length, negativeCount: negativeRows.length }
}
