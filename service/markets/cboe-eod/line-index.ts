/**
 * An index of a day's file: the byte ranges of each underlying, made in one pass that holds a chunk of
 * the file at a time. The whole market has 1.5 million lines (370 MB) sorted by underlying, of which a
 * lookup needs those of one symbol. Node only.
 */
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import type { Day } from '#service/markets/market.ts'
import { csvFields, throwBroken } from '#service/markets/recorded/read-text.ts'
import { readColumns, type Columns } from './columns.ts'
import type { DayFile } from './day-files.ts'
import { pricesOfLine, underlyingPriceOf } from './underlying-price.ts'

/** Consecutive lines of one underlying. */
export type LineRange = {
  /** Bytes from the start of the file. */
  readonly start: number
  /** Byte after the last line. */
  end: number
  /** Number of the first line, from 1. */
  readonly firstLine: number
}

export type LineIndex = {
  readonly columns: Columns
  /** By symbol. An underlying has one range, unless the file is not sorted. */
  readonly ranges: ReadonlyMap<string, readonly LineRange[]>
  /** Underlyings without any price, such as indexes without a licence for their values. */
  readonly unpriced: readonly string[]
}

const newline = 0x0a
const comma = 0x2c
const maxLineBytes = 65_536
/** Bounds the memory of the index of a file that is not sorted. The whole market has 6,000 underlyings. */
const maxRanges = 100_000

/**
 * Reads a file from its start. Lines of other days are noticed when their symbol is read.
 *
 * @throws BrokenFile if it is not an end-of-day file, or its last line is incomplete: it is still being
 *   written
 */
export async function indexLines({ name, day }: DayFile, chunks: AsyncIterable<Buffer>): Promise<LineIndex> {
  const index = createIndexBuilder(name, day)
  let pending: Buffer = Buffer.alloc(0)
  let offset = 0
  for await (const chunk of chunks) {
    const bytes = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
    let start = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      index.addLine(bytes, { start, end, offset })
      start = end + 1
    }
    pending = bytes.subarray(start)
    offset += start
    if (pending.length > maxLineBytes) index.fail(`expected lines of at most ${maxLineBytes} bytes`)
  }
  if (pending.length > 0) index.addLastLine(pending, offset)
  return index.result()
}

/** A line in a chunk. `offset` is the position of the chunk in the file. */
type LinePosition = { readonly start: number; readonly end: number; readonly offset: number }

function createIndexBuilder(file: string, day: Day) {
  const ranges = new Map<string, LineRange[]>()
  const unpriced = new Set<string>()
  let columns: Columns | undefined
  let lineCount = 0
  let rangeCount = 0
  let current: LineRange | undefined
  /** First field of the lines of `current`, with the comma. */
  let prefix: Buffer = Buffer.alloc(0)

  const fail = (problem: string): never => throwBroken(file, Math.max(1, lineCount), problem)
  /** Starts a range, unless the underlying has no price: nothing could be computed for it. */
  const startRange = (columns: Columns, bytes: Buffer, { start, end, offset }: LinePosition): void => {
    const separator = bytes.indexOf(comma, start)
    prefix = Buffer.from(bytes.subarray(start, separator >= 0 && separator < end ? separator + 1 : end))
    const fields = csvFields(bytes.toString('latin1', start, end))
    const quoteDate = columns.textOf(fields, 'quote_date')
    if (rangeCount === 0 && quoteDate !== day)
      fail(`quote_date: expected ${day} as in the name, got "${quoteDate}"`)
    const symbol = canonicalSymbol(columns.textOf(fields, 'underlying_symbol'))
    current = { start: offset + start, end: offset + end + 1, firstLine: lineCount }
    if (!symbolPattern.test(symbol)) return
    if (underlyingPriceOf([pricesOfLine(columns, fields)]) === null) return void unpriced.add(symbol)
    if (++rangeCount > maxRanges) fail('expected lines sorted by underlying_symbol')
    const list = ranges.get(symbol)
    if (list) list.push(current)
    else ranges.set(symbol, [current])
  }
  const addLine = (bytes: Buffer, line: LinePosition): void => {
    lineCount++
    if (!columns) return void (columns = readColumns(file, bytes.toString('utf8', line.start, line.end)))
    if (current && startsWith(bytes, line, prefix)) current.end = line.offset + line.end + 1
    else if (line.end - line.start > 1) startRange(columns, bytes, line)
  }
  return {
    addLine,
    fail,
    /** The last line need not end in a newline if it has all fields. */
    addLastLine(bytes: Buffer, offset: number): void {
      if (csvFields(bytes.toString('latin1')).length < (columns?.count ?? Infinity)) {
        lineCount++
        fail('the last line is incomplete; expected all columns')
      }
      addLine(bytes, { start: 0, end: bytes.length, offset })
    },
    result(): LineIndex {
      if (!columns || ranges.size === 0) return fail('expected lines with options, got none')
      return { columns, ranges, unpriced: [...unpriced].filter((symbol) => !ranges.has(symbol)) }
    },
  }
}

function startsWith(bytes: Buffer, { start, end }: LinePosition, prefix: Buffer): boolean {
  if (end - start < prefix.length) return false
  for (let i = 0; i < prefix.length; i++) if (bytes[start + i] !== prefix[i]) return false
  return true
}
