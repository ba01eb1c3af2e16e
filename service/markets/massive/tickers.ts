/** Tickers of Massive and their counterparts here. Share classes are written alike: `BRK.B`. */
import { isIndex } from '#service/markets/kit/symbol-kind.ts'

const stockPattern = /^[A-Z]{1,6}(\.[A-Z]{1,2})?$/
const indexPattern = /^\^?[A-Z0-9]{1,10}$/

/** Whether a ticker of the vendor is a share or a fund that can be shown: others are preferred shares, rights and tests. */
export const isPlausibleTicker = (ticker: string): boolean => /^[A-Z]{1,5}(\.[A-Z])?$/.test(ticker)

/**
 * The vendor's ticker: `I:SPX` for the index `^SPX` or `SPX`. Undefined if the vendor cannot know the symbol, so that no call
 * is made for it.
 */
export function tickerOf(symbol: string): string | undefined {
  if (isIndex(symbol)) return indexPattern.test(symbol) ? `I:${symbol.replace('^', '')}` : undefined
  return stockPattern.test(symbol) ? symbol : undefined
}

/** Whether the vendor's ticker is an index: those have no volume, no dividends and a separate socket. */
export const isIndexTicker = (ticker: string): boolean => ticker.startsWith('I:')

/** The symbol of an index ticker. */
export const indexSymbolOf = (ticker: string): string => ticker.replace(/^I:/, '^')

/** The vendor's ticker of a contract. */
export const optionTickerOf = (id: string): string => `O:${id}`

/** OSI symbol of the vendor's option ticker. */
export const osiOf = (optionTicker: string): string => optionTicker.replace(/^O:/, '')
