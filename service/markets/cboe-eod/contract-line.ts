/** One line of a day's file: an option. Node only. */
import type { Contract, Day } from '#service/markets/market.ts'
import { osiSymbol } from '#service/markets/osi.ts'
import { isDay } from '#service/markets/recorded/read-text.ts'
import type { ColumnName, Columns } from './columns.ts'

/** The line cannot be used. The message names the column, and what was expected. */
export class BrokenLine extends Error {
  override name = 'BrokenLine'
}

const broken = (column: ColumnName, expected: string, text: string): never => {
  throw new BrokenLine(`${column}: expected ${expected}, got "${text}"`)
}

/** An OSI symbol has eight digits for a strike in thousandths of a dollar. */
const highestStrike = 99_999.999

/**
 * The contract of a line, with its quotes of 15:45: after the close, market makers withdraw and spreads
 * are several times wider.
 *
 * @throws BrokenLine
 */
export function contractOfLine(columns: Columns, fields: readonly string[], day: Day): Contract {
  if (fields.length < columns.count)
    throw new BrokenLine(`expected ${columns.count} fields, got ${fields.length}`)
  const textOf = (column: ColumnName) => columns.textOf(fields, column)
  /** An empty field is a missing quote. */
  const numberOf = (column: ColumnName): number => {
    const text = textOf(column)
    const value = Number(text)
    return Number.isFinite(value) && value >= 0 ? value : broken(column, 'a number of at least 0', text)
  }
  if (textOf('quote_date') !== day) broken('quote_date', day, textOf('quote_date'))
  const root = textOf('root')
  if (!/^[A-Z0-9]{1,6}$/.test(root)) broken('root', 'at most 6 letters and digits', root)
  const expiry = textOf('expiration')
  if (!isDay(expiry)) return broken('expiration', 'a day such as 2026-09-18', expiry)
  const type = textOf('option_type')
  if (type !== 'C' && type !== 'P') broken('option_type', 'C or P', type)
  // Thousandths, as in the symbol: 41.67 must be the same number as that of the symbol.
  const strike = Math.round(numberOf('strike') * 1000) / 1000
  if (!(strike > 0 && strike <= highestStrike)) broken('strike', 'more than 0', textOf('strike'))
  const right = type === 'C' ? 'call' : 'put'
  return {
    id: osiSymbol(root, expiry, right, strike),
    expiry,
    right,
    strike,
    bid: numberOf('bid_1545'),
    ask: numberOf('ask_1545'),
    // 0 if the contract has not traded that day.
    last: numberOf('close') || null,
    volume: numberOf('trade_volume'),
    openInterest: numberOf('open_interest'),
  }
}

/**
 * Whether a contract delivers something other than 100 shares although its root does not say so. Roots of
 * adjusted contracts usually end in a digit (`AAPL1`), by which the analysis refuses them; the delivery
 * code marks the others.
 */
export const isUnmarkedAdjustment = (columns: Columns, fields: readonly string[]): boolean =>
  columns.textOf(fields, 'delivery_code') !== '' && !/\d$/.test(columns.textOf(fields, 'root'))
