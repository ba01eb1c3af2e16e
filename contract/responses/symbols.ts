/** Syntax and canonical form of tickers. */

/** Pattern of a ticker in canonical form. */
export const symbolPattern = /^[A-Z0-9.\-^/]{1,15}$/

/**
 * Returns the canonical form of a ticker: upper case, share class after a dot (`brk-b`, `BRK/B` →
 * `BRK.B`).
 */
export const canonicalSymbol = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^([A-Z]+)[-/]([A-Z])$/, '$1.$2')
