/** A holding as the user writes it into fields, and what it says when it is read. */
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import { mostOpenOptions } from '#contract/bridge/holdings.ts'
import { isOsi, readOsi } from '#contract/responses/osi.ts'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { plainNumber, readDecimal, readWhole } from '#app/i18n/read-number.ts'

export type OptionText = {
  /** Of the row on screen. */
  key: string
  type: 'Call' | 'Put'
  /** `YYYY-MM-DD`. */
  expiry: string
  strike: string
  contracts: string
  soldAt: string
  /** The contract's own symbol, where there is one: its root need not be the ticker. */
  id?: string
}
export type HoldingText = { symbol: string; shares: string; costBasis: string; options: OptionText[] }

export type HoldingProblem = 'symbolWrong' | 'symbolTwice' | 'sharesWrong' | 'basisWrong' | 'optionWrong'

export const newOption = (): OptionText => ({
  key: crypto.randomUUID(),
  type: 'Call',
  expiry: '',
  strike: '',
  contracts: '1',
  soldAt: '',
})

/** The fields of a holding that is changed, as the language writes numbers; empty ones for a new one. */
export function textOf(holding: Holding | undefined, locale: string): HoldingText {
  const { symbol = '', shares, costBasis, openOptions = [] } = holding ?? {}
  const write = (value: number | undefined) => (value ? plainNumber(value, locale) : '')
  return {
    symbol,
    shares: write(shares),
    costBasis: write(costBasis),
    options: openOptions.map(({ id, quantity, price }): OptionText => {
      const { legType = 'Call', expiryDate = '', strike } = readOsi(id) ?? {}
      return {
        key: id,
        id,
        type: legType,
        expiry: expiryDate,
        strike: write(strike),
        contracts: write(quantity),
        soldAt: write(price),
      }
    }),
  }
}

/** The contract's OSI symbol: the root it had, or the ticker without its marks. */
function osiOf(symbol: string, { id, type, expiry }: OptionText, strike: number): string {
  const root = id?.slice(0, -15) ?? symbol.replaceAll(/[^A-Z0-9]/g, '')
  const thousandths = String(Math.round(strike * 1000)).padStart(8, '0')
  return `${root}${expiry.slice(2).replaceAll('-', '')}${type === 'Call' ? 'C' : 'P'}${thousandths}`
}

function readOption(symbol: string, text: OptionText, locale: string): OpenOption | undefined {
  const strike = readDecimal(text.strike, locale)
  const quantity = readWhole(text.contracts, locale)
  const price = text.soldAt.trim() ? readDecimal(text.soldAt, locale) : undefined
  if (!strike || !quantity || (text.soldAt.trim() && !price)) return undefined
  const id = osiOf(symbol, text, strike)
  return isOsi(id) ? { id, quantity, ...(price && { price }) } : undefined
}

/**
 * Reads the fields.
 *
 * @param isTaken whether another holding of the list has the symbol
 * @returns the holding, or what is wrong first
 */
export function readHoldingText(
  { symbol: written, shares, costBasis, options }: HoldingText,
  locale: string,
  isTaken: (symbol: string) => boolean,
): { holding: Holding } | { problem: HoldingProblem; symbol: string } {
  const symbol = canonicalSymbol(written)
  const wrong = (problem: HoldingProblem) => ({ problem, symbol })
  if (!symbolPattern.test(symbol)) return wrong('symbolWrong')
  if (isTaken(symbol)) return wrong('symbolTwice')
  const count = readWhole(shares, locale)
  if (shares.trim() && count === undefined) return wrong('sharesWrong')
  const basis = readDecimal(costBasis, locale)
  if (costBasis.trim() && basis === undefined) return wrong('basisWrong')
  const openOptions = options.map((option) => readOption(symbol, option, locale))
  if (openOptions.includes(undefined) || openOptions.length > mostOpenOptions) return wrong('optionWrong')
  return {
    holding: {
      symbol,
      ...(count && { shares: count }),
      ...(basis && { costBasis: basis }),
      ...(openOptions.length && { openOptions: openOptions as OpenOption[] }),
    },
  }
}
