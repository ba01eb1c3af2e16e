/**
 * The columns of Cboe's end-of-day files, found by name: files with and without calculations differ. Node
 * only.
 */
import { csvFields, throwBroken } from '#service/markets/recorded/read-text.ts'

const requiredColumns = [
  'underlying_symbol',
  'quote_date',
  'root',
  'expiration',
  'strike',
  'option_type',
  'close',
  'trade_volume',
  'bid_1545',
  'ask_1545',
  'underlying_bid_1545',
  'underlying_ask_1545',
  'underlying_bid_eod',
  'underlying_ask_eod',
  'open_interest',
] as const
/** `active_underlying_price_1545` is one of the calculations. */
const optionalColumns = ['active_underlying_price_1545', 'delivery_code'] as const

export type ColumnName = (typeof requiredColumns)[number] | (typeof optionalColumns)[number]

export type Columns = {
  /** Number of fields of each line. */
  readonly count: number
  /** The text of a field; '' if the file does not have the column. */
  readonly textOf: (fields: readonly string[], name: ColumnName) => string
}

/**
 * Reads the first line of a file.
 *
 * @throws BrokenFile if a required column is missing, or the underlying is not the first column
 */
export function readColumns(file: string, line: string): Columns {
  const names = csvFields(line.replace(/^\uFEFF/, '')).map((name) => name.trim().toLowerCase())
  const missing = requiredColumns.filter((name) => !names.includes(name))
  if (missing.length > 0)
    throwBroken(
      file,
      1,
      `columns: expected those of Cboe's Option EOD Summary, without ${missing.join(', ')}`,
    )
  if (names[0] !== 'underlying_symbol')
    throwBroken(file, 1, `columns: expected underlying_symbol as the first, got ${names[0] ?? 'none'}`)
  const positions = new Map(names.map((name, position) => [name, position]))
  return {
    count: names.length,
    textOf: (fields, name) => fields[positions.get(name) ?? -1]?.trim() ?? '',
  }
}
