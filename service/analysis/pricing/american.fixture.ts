/** Reads the reference prices of American options. */
import { readOracle, readReferenceTable } from '#service/analysis/reference/oracle-data.fixture.ts'
import type { AmericanTerms } from './terms.ts'

/** The terms of an option and its reference price, dollars per share. */
export type ReferencePrice = { readonly terms: AmericanTerms; readonly price: number }

const parseRow = (row: Readonly<Record<string, string | number | undefined>>): ReferencePrice => ({
  terms: {
    right: row['type'] === 'call' ? 'call' : 'put',
    spot: Number(row['S']),
    strike: Number(row['K']),
    years: Number(row['days']) / 365,
    rate: Number(row['r']),
    yield: Number(row['q']),
    volatility: Number(row['vol']),
    dividends: `${row['dividends'] ?? ''}`
      .split(';')
      .filter((cell) => cell !== '')
      .map((cell) => {
        const [day, amount] = cell.split(':')
        return { years: Number(day) / 365, amount: Number(amount) }
      }),
  },
  price: Number(row['price']),
})

/** Reads a table of `reference/data/`. */
export const readReferencePrices = (name: string): ReferencePrice[] => readReferenceTable(name).map(parseRow)

/** Reads a file of the recorded reference values (`oracles/` in the recorded data). */
export const readRecordedPrices = (name: string): ReferencePrice[] =>
  (readOracle(name) as { rows: Record<string, string | number>[] }).rows.map(parseRow)

/** Mean and maximum absolute pricing error, in basis points of spot. */
export const pricingErrors = (rows: readonly ReferencePrice[], price: (terms: AmericanTerms) => number) => {
  const errors = rows.map((row) => (1e4 * Math.abs(price(row.terms) - row.price)) / row.terms.spot)
  return { mean: errors.reduce((a, b) => a + b, 0) / errors.length, max: Math.max(...errors) }
}
