/** American prices and volatilities, with and without dividends in cash. */
import { probabilityAbove } from '#service/analysis/pricing/black-scholes.ts'
import { americanPrice, europeanPrice } from '#service/analysis/pricing/american.ts'
import { americanVolatility, certainValue } from '#service/analysis/pricing/american-volatility.ts'
import { escrowedForward } from '#service/analysis/pricing/escrowed.ts'
import { leisenReimer } from '#service/analysis/pricing/leisen-reimer.ts'
import type { AmericanTerms } from '#service/analysis/pricing/terms.ts'
import { compare, type Comparison } from './comparison.ts'
import { numberIn, type CsvRow, rowsOf, termsOf } from './references.ts'

const boundary = 'QuantLib 1.29, Andersen-Lake-Offengenden, highest precision'
const differences = 'QuantLib 1.29, finite differences, escrowed, 1600 × 800'
const unit = 'bp of spot'
const bar = { mean: 0.2, worst: 2.5 }

type Pricing = (terms: AmericanTerms) => number

const pointsOff = (rows: readonly CsvRow[], price: Pricing): number[] =>
  rows.map((row) => {
    const terms = termsOf(row)
    return (1e4 * (price(terms) - numberIn(row, 'price'))) / terms.spot
  })

/** In points of 100: the chance to end above the strike. */
const chanceOff = (rows: readonly CsvRow[], seen: (terms: AmericanTerms) => AmericanTerms): number[] =>
  rows.map((row) => {
    const terms = termsOf(row)
    const deviation = terms.volatility * Math.sqrt(terms.years)
    const mine = probabilityAbove(escrowedForward(seen(terms)), terms.strike, deviation)
    return 100 * (mine - numberIn(row, 'above'))
  })

/** Where a point of volatility is worth 5 basis points of spot or more. */
const volatilityOff = (rows: readonly CsvRow[]): number[] =>
  rows.flatMap((row) => {
    const terms = termsOf(row)
    const price = numberIn(row, 'price')
    const more = americanPrice({ ...terms, volatility: terms.volatility + 0.01 })
    if (more - price < 5e-4 * terms.spot || price - certainValue(terms.right, terms) < 5e-4 * terms.spot)
      return []
    return [100 * ((americanVolatility(terms.right, price, terms) ?? Number.NaN) - terms.volatility)]
  })

const without = (terms: AmericanTerms): AmericanTerms => ({ ...terms, dividends: [] })

export const american = (): Comparison[] => {
  const bare = rowsOf('quantlib-american.csv')
  const paying = rowsOf('quantlib-dividends.csv')
  const about = (what: string, against: string) => ({ what, against, unit })
  return [
    compare(
      { ...about('American price', boundary), bar },
      pointsOff(bare, (terms) => americanPrice(terms)),
    ),
    compare(
      { ...about('American price, contracts as income trades choose them', boundary), bar },
      pointsOff(bare.slice(300), (terms) => americanPrice(terms)),
    ),
    compare(
      about('for comparison: one Leisen-Reimer tree of 101 steps', boundary),
      pointsOff(bare, (terms) => leisenReimer(terms, 101)),
    ),
    compare(about('for comparison: early exercise ignored', boundary), pointsOff(bare, europeanPrice)),
    compare(
      { ...about('American price with dividends in cash', differences), bar },
      pointsOff(paying, (terms) => americanPrice(terms)),
    ),
    compare(
      { ...about('the same, contracts as income trades choose them', differences), bar },
      pointsOff(paying.slice(280), (terms) => americanPrice(terms)),
    ),
    compare(
      about('for comparison: the dividends ignored', differences),
      pointsOff(paying, (terms) => americanPrice(without(terms))),
    ),
    compare(
      {
        what: 'American implied volatility, where a point of it is worth 5 bp of spot',
        against: 'the one the reference’s price was made with',
        unit: 'points',
        bar: { worst: 0.05 },
      },
      volatilityOff([...bare, ...paying]),
    ),
    compare(
      {
        what: 'chance to end above the strike, dividends in cash',
        against: 'QuantLib 1.29, finite differences, escrowed, 400 × 800',
        unit: 'points',
        bar: { worst: 0.5 },
      },
      chanceOff(paying, (terms) => terms),
    ),
    compare(
      {
        what: 'for comparison: the dividends ignored',
        against: 'the same',
        unit: 'points',
      },
      chanceOff(paying, without),
    ),
  ]
}
