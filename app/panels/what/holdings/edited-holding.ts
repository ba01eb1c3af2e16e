/** The fields of the holding editor, and the parser of their values. */
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import { maxOpenOptions } from '#contract/bridge/holdings.ts'
import { isOsi, readOsi, standardRoot } from '#contract/responses/osi.ts'
import { writeOsi } from '#contract/responses/write-osi.ts'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { plainNumber, readDecimal, readWhole } from '#app/i18n/read-number.ts'

export type OptionFieldValues = {
  /** React key of the row. */
  key: string
  type: 'Call' | 'Put'
  /** `YYYY-MM-DD`. */
  expiry: string
  strike: string
  contracts: string
  soldAt: string
  /** OSI symbol of an existing contract; its root may differ from the symbol of the holding. */
  id?: string
}
export type HoldingFieldValues = {
  symbol: string
  shares: string
  costBasis: string
  options: OptionFieldValues[]
}

export type HoldingProblem = 'symbolWrong' | 'symbolTwice' | 'sharesWrong' | 'basisWrong' | 'optionWrong'

export const newOption = (): OptionFieldValues => ({
  key: crypto.randomUUID(),
  type: 'Call',
  expiry: '',
  strike: '',
  contracts: '1',
  soldAt: '',
})

/**
 * Returns the fields of an existing holding in the number format of the locale, or empty fields for a new
 * one.
 */
export function fieldValuesOf(holding: Holding | undefined, locale: string): HoldingFieldValues {
  const { symbol = '', shares, costBasis, openOptions = [] } = holding ?? {}
  const format = (value: number | undefined) => (value ? plainNumber(value, locale) : '')
  return {
    symbol,
    shares: format(shares),
    costBasis: format(costBasis),
    options: openOptions.map(({ id, quantity, price }): OptionFieldValues => {
      const { legType = 'Call', expiryDate = '', strike } = readOsi(id) ?? {}
      return {
        key: id,
        id,
        type: legType,
        expiry: expiryDate,
        strike: format(strike),
        contracts: format(quantity),
        soldAt: format(price),
      }
    }),
  }
}

/** Parses the fields of an option; undefined if one is invalid. */
function readOption(symbol: string, values: OptionFieldValues, locale: string): OpenOption | undefined {
  const strike = readDecimal(values.strike, locale)
  const quantity = readWhole(values.contracts, locale)
  const price = values.soldAt.trim() ? readDecimal(values.soldAt, locale) : undefined
  if (!strike || !quantity || (values.soldAt.trim() && !price)) return undefined
  // The root of an existing contract stays.
  const root = values.id?.slice(0, -15) ?? standardRoot(symbol)
  const id = writeOsi(root, { legType: values.type, expiryDate: values.expiry, strike })
  return isOsi(id) ? { id, quantity, ...(price && { price }) } : undefined
}

/**
 * Parses the fields.
 *
 * @param isTaken returns whether another holding already has the symbol
 * @returns the holding, or the first problem
 */
export function readFieldValues(
  { symbol: symbolText, shares, costBasis, options }: HoldingFieldValues,
  locale: string,
  isTaken: (symbol: string) => boolean,
): { holding: Holding } | { problem: HoldingProblem; symbol: string } {
  const symbol = canonicalSymbol(symbolText)
  const fail = (problem: HoldingProblem) => ({ problem, symbol })
  if (!symbolPattern.test(symbol)) return fail('symbolWrong')
  if (isTaken(symbol)) return fail('symbolTwice')
  const shareCount = readWhole(shares, locale)
  if (shares.trim() && shareCount === undefined) return fail('sharesWrong')
  const basis = readDecimal(costBasis, locale)
  if (costBasis.trim() && basis === undefined) return fail('basisWrong')
  const openOptions = options.map((option) => readOption(symbol, option, locale))
  if (openOptions.includes(undefined) || openOptions.length > maxOpenOptions) return fail('optionWrong')
  return {
    holding: {
      symbol,
      ...(shareCount && { shares: shareCount }),
      ...(basis && { costBasis: basis }),
      ...(openOptions.length && { openOptions: openOptions as OpenOption[] }),
    },
  }
}
