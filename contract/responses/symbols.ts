/** How a ticker is written. */

/** A ticker as every edge accepts it, in its canonical form. */
export const symbolPattern = /^[A-Z0-9.\-^/]{1,15}$/

/** The one form a ticker has inside: upper case, a class of shares after a dot (`brk-b`, `BRK/B` → `BRK.B`). */
export const canonicalSymbol = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^([A-Z]+)[-/]([A-Z])$/, '$1.$2')
