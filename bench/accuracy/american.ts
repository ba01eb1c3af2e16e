/** Errors of American prices and volatilities, with and without cash dividends. */
import { probabilityAbove } from '#service/analysis/pricing/black-scholes.ts'
import { americanPrice, europeanPrice } from '#service/analysis/pricing/american.ts'
import { americanVolatility, zeroVolatilityValue } from '#service/analysis/pricing/american-volatility.ts'
import { escrowedForward } from '#service/analysis/pricing/escrowed.ts'
import { leisenReimer } from '#service/analysis/pricing/leisen-reimer.ts'
import type { AmericanTerms } from '#service/analysis/pricing/terms.ts'
import { compare, type Comparison } from './comparison.ts'
import { numberIn, type CsvRow, readRows, termsOf } from './references.ts'

const boundaryReference = 'QuantLib 1.29, Andersen-Lake-Offengenden, highest precision'
const finiteDifferenceReference = 'QuantLib 1.29, finite differences, escrowed, 1600 × 800'
const unit = 'bp of spot'
const priceBar = { mean: 0.2, worst: 2.5 }
/**
 * Rows from these indices on are contracts like those of income trades (bench/reference/make.py).
 */
const firstIncomeRow = { withoutDividends: 300, withDividends: 280 } as const

type Pricing = (terms: AmericanTerms) => number

/** Errors of prices, in basis points of spot. */
const priceErrors = (rows: readonly CsvRow[], price: Pricing): number[] =>
  rows.map((row) => {
    const terms = termsOf(row)
    return (1e4 * (price(terms) - numberIn(row, 'price'))) / terms.spot
  })

/** Errors of the probability to expire above the strike, in percentage points. */
const probabilityErrors = (
  rows: readonly CsvRow[],
  adjust: (terms: AmericanTerms) => AmericanTerms,
): number[] =>
  rows.map((row) => {
    const terms = termsOf(row)
    const deviation = terms.volatility * Math.sqrt(terms.years)
    const computed = probabilityAbove(escrowedForward(adjust(terms)), terms.strike, deviation)
    return 100 * (computed - numberIn(row, 'above'))
  })

/**
 * Errors of implied volatilities, in volatility points. Skips contracts whose price hardly depends
 * on the volatility: it changes by less than 5 bp of spot per point, or exceeds the value at zero
 * volatility by less than 5 bp.
 */
const volatilityErrors = (rows: readonly CsvRow[]): number[] =>
  rows.flatMap((row) => {
    const terms = termsOf(row)
    const price = numberIn(row, 'price')
    const priceAtHigherVolatility = americanPrice({ ...terms, volatility: terms.volatility + 0.01 })
    if (
      priceAtHigherVolatility - price < 5e-4 * terms.spot ||
      price - zeroVolatilityValue(terms.right, terms) < 5e-4 * terms.spot
    )
      return []
    return [100 * ((americanVolatility(terms.right, price, terms) ?? Number.NaN) - terms.volatility)]
  })

const withoutDividends = (terms: AmericanTerms): AmericanTerms => ({ ...terms, dividends: [] })

export const americanComparisons = (): Comparison[] => {
  const rowsWithoutDividends = readRows('quantlib-american.csv')
  const rowsWithDividends = readRows('quantlib-dividends.csv')
  const describe = (label: string, reference: string) => ({ label, reference, unit })
  return [
    compare(
      { ...describe('American price', boundaryReference), bar: priceBar },
      priceErrors(rowsWithoutDividends, (terms) => americanPrice(terms)),
    ),
    compare(
      {
        ...describe('American price, contracts as income trades choose them', boundaryReference),
        bar: priceBar,
      },
      priceErrors(rowsWithoutDividends.slice(firstIncomeRow.withoutDividends), (terms) =>
        americanPrice(terms),
      ),
    ),
    compare(
      describe('for comparison: one Leisen-Reimer tree of 101 steps', boundaryReference),
      priceErrors(rowsWithoutDividends, (terms) => leisenReimer(terms, 101)),
    ),
    compare(
      describe('for comparison: early exercise ignored', boundaryReference),
      priceErrors(rowsWithoutDividends, europeanPrice),
    ),
    compare(
      { ...describe('American price with dividends in cash', finiteDifferenceReference), bar: priceBar },
      priceErrors(rowsWithDividends, (terms) => americanPrice(terms)),
    ),
    compare(
      {
        ...describe('the same, contracts as income trades choose them', finiteDifferenceReference),
        bar: priceBar,
      },
      priceErrors(rowsWithDividends.slice(firstIncomeRow.withDividends), (terms) => americanPrice(terms)),
    ),
    compare(
      describe('for comparison: the dividends ignored', finiteDifferenceReference),
      priceErrors(rowsWithDividends, (terms) => americanPrice(withoutDividends(terms))),
    ),
    compare(
      {
        label: 'American implied volatility, where a point of it is worth 5 bp of spot',
        reference: 'the one the reference’s price was made with',
        unit: 'points',
        bar: { worst: 0.05 },
      },
      volatilityErrors([...rowsWithoutDividends, ...rowsWithDividends]),
    ),
    compare(
      {
        label: 'chance to end above the strike, dividends in cash',
        reference: 'QuantLib 1.29, finite differences, escrowed, 400 × 800',
        unit: 'points',
        bar: { worst: 0.5 },
      },
      probabilityErrors(rowsWithDividends, (terms) => terms),
    ),
    compare(
      {
        label: 'for comparison: the dividends ignored',
        reference: 'the same',
        unit: 'points',
      },
      probabilityErrors(rowsWithDividends, withoutDividends),
    ),
  ]
}
