/** Rows of the American reference tables, as terms. */
import { oracle, referenceTable } from '#service/analysis/reference/oracle-data.fixture.ts'
import type { AmericanTerms } from './terms.ts'

/** Terms with their reference price, dollars per share. */
export type Priced = { readonly terms: AmericanTerms; readonly price: number }

const priced = (row: Readonly<Record<string, string | number | undefined>>): Priced => ({
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
export const pricedTable = (name: string): Priced[] => referenceTable(name).map(priced)

/** Reads a file of the recorded reference data. */
export const pricedRecord = (name: string): Priced[] =>
  (oracle(name) as { rows: Record<string, string | number>[] }).rows.map(priced)

/** Mean and maximum pricing error, in basis points of spot. */
export const pricingErrors = (rows: readonly Priced[], price: (terms: AmericanTerms) => number) => {
  const errors = rows.map((row) => (1e4 * Math.abs(price(row.terms) - row.price)) / row.terms.spot)
  return { mean: errors.reduce((a, b) => a + b, 0) / errors.length, max: Math.max(...errors) }
}
