/** Tickers of Tradier: share classes after a slash (`BRK/B`), indices without a caret (`SPX`). */
import { symbolPattern } from '#contract/responses/symbols.ts'

/** Tradier's ticker; undefined for text that is no ticker, such as an option symbol. It is never sent. */
export const vendorSymbolOf = (symbol: string): string | undefined =>
  symbolPattern.test(symbol) ? symbol.replace(/^\^/, '').replaceAll('.', '/') || undefined : undefined
