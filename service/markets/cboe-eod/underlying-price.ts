/**
 * Prices of the underlying in the lines of a symbol, dollars; null for a price that the file does not
 * have. Node only.
 */
import type { ColumnName, Columns } from './columns.ts'

export type LinePrices = {
  /** Price that Cboe's calculations use at 15:45; null without calculations. */
  readonly active: number | null
  /** Middle of bid and ask at 15:45. */
  readonly middle: number | null
  /** Middle of bid and ask at the close; null if the quotes were withdrawn already. */
  readonly closing: number | null
}

/** Widest spread of the underlying after the close whose middle is still a price, as a share of it. */
const widestSpread = 0.01

export function pricesOfLine(columns: Columns, fields: readonly string[]): LinePrices {
  const price = (column: ColumnName) => positive(columns.textOf(fields, column))
  const [bid, ask] = [price('underlying_bid_eod'), price('underlying_ask_eod')]
  const isQuoted = bid !== null && ask !== null && Math.abs(ask - bid) <= widestSpread * bid
  return {
    active: price('active_underlying_price_1545'),
    middle: middleOf(price('underlying_bid_1545'), price('underlying_ask_1545')),
    closing: isQuoted ? middleOf(bid, ask) : null,
  }
}

/**
 * The price at 15:45.
 *
 * The active price of a stock is the middle of bid and ask in every line. That of an index is the forward
 * of each expiration: then the index's own bid and ask are preferred, and without them the forward of the
 * nearest expiration, which is closest to the price. Quotes of indexes need a licence, and are 0 without
 * it.
 *
 * @param lines nearest expiration first
 */
export function underlyingPriceOf(lines: readonly LinePrices[]): number | null {
  const [first] = lines
  if (!first) return null
  const isOnePrice = lines.every(({ active }) => active === first.active)
  return isOnePrice ? (first.active ?? first.middle) : (first.middle ?? first.active)
}

/** Removes the noise of the addition: prices have four decimals, the middle five. */
const middleOf = (bid: number | null, ask: number | null): number | null =>
  bid === null || ask === null ? null : Math.round(((bid + ask) / 2) * 1e5) / 1e5

const positive = (text: string): number | null => {
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value > 0 ? value : null
}
