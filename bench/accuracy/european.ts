/** European prices, greeks and volatilities. */
import { greeks, price } from '#service/analysis/pricing/black-scholes.ts'
import { impliedVolatility } from '#service/analysis/pricing/implied-volatility.ts'
import { compare, type Comparison } from './comparison.ts'
import { numberIn, type CsvRow, rowsOf, termsOf } from './references.ts'

const quantlib = 'QuantLib 1.29, AnalyticEuropeanEngine'
const decimals = 'the same formula in 60 decimal digits'

/** Relative, a thousandth of a dollar counting as the least price. */
const relative = (mine: number, theirs: number): number => (mine - theirs) / Math.max(Math.abs(theirs), 1e-3)

const forwardOf = (row: CsvRow): number => {
  const { spot, rate, yield: paid, years } = termsOf(row)
  return spot * Math.exp((rate - paid) * years)
}

/** Volatility found from our own price less the one it was made with, where a basis point of time value is left. */
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
    const mine = greeks(termsOf(row))
    return (Object.keys(units) as (keyof typeof units)[]).map((name) =>
      relative(mine[name] * units[name], numberIn(row, name)),
    )
  })
  const wings = rowsOf('european-wings.csv')
  const exact = (row: CsvRow): number => numberIn(row, 'exact')
  return [
    compare(
      { what: 'European price', against: quantlib, unit: 'relative', bar: { worst: 1e-10 } },
      rows.map((row) => relative(price(termsOf(row)), numberIn(row, 'price'))),
    ),
    compare(
      { what: 'the five greeks', against: quantlib, unit: 'relative', bar: { worst: 1e-6 } },
      greekErrors,
    ),
    compare(
      {
        what: 'European implied volatility, of a price made with a known one',
        against: 'the one it was made with',
        unit: 'volatility',
        bar: { worst: 1e-12 },
      },
      roundTrips(rows),
    ),
    compare(
      {
        what: 'European price 3 to 12 deviations out of the money',
        against: decimals,
        unit: 'relative',
        bar: { worst: 1e-12 },
      },
      wings.map((row) => price(termsOf(row)) / exact(row) - 1),
    ),
    compare(
      { what: 'for comparison: QuantLib’s price there', against: decimals, unit: 'relative' },
      wings.map((row) => numberIn(row, 'quantlib') / exact(row) - 1),
    ),
  ]
}

/** Of the wings, how many are worth less than nothing by QuantLib, and the dearest of them. */
export const wingCase = () => {
  const rows = rowsOf('european-wings.csv')
  const below = rows.filter((row) => numberIn(row, 'quantlib') < 0)
  const row = below.toSorted((a, b) => numberIn(b, 'exact') - numberIn(a, 'exact'))[0]
  if (!row) throw new Error('no wing is below zero by QuantLib')
  return { row, ours: price(termsOf(row)), count: rows.length, below: below.length }
}
