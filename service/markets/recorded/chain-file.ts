/** Parses one chain file: JSON with the underlying's price and its option quotes. Node only. */
import type { Quote } from '#contract/feed.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { parseOsi } from '#service/markets/osi.ts'
import { isRecord, lineAt, parseJson, readText, throwBroken } from './read-text.ts'

/** Quote of the underlying; null if it had no trade. */
export type UnderlyingQuote = Omit<Quote, 'symbol'> | null

/**
 * The content of a chain file. The writer (recorded-text.ts) stores `asOf`, `style` and `quote`; files of other tools do not
 * have them.
 */
export type ChainFile = {
  readonly underlyingPrice: number
  readonly asOf: Date | undefined
  readonly style: Chain['style'] | undefined
  readonly quote: UnderlyingQuote | undefined
  /** All contracts, in the order of the file. */
  readonly contracts: readonly Contract[]
}

type Source = { readonly text: string; readonly file: string }

const formatValue = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

/**
 * Reads one chain file; `file` is relative to `root`.
 *
 * @throws BrokenFile naming file, line and field
 */
export const readChainFile = (root: string, file: string): ChainFile =>
  parseChainFile(readText(root, file), file)

/**
 * Parses the text of one chain file.
 *
 * @throws BrokenFile naming file, line and field
 */
export function parseChainFile(text: string, file: string): ChainFile {
  const json = parseJson(text, file)
  const quotes = isRecord(json) ? json['quotes'] : undefined
  if (!isRecord(json) || !Array.isArray(quotes)) return throwBroken(file, 1, 'quotes: expected a list')
  const fail = (field: string, expected: string): never =>
    throwBroken(
      file,
      lineAt(text, text.indexOf(`"${field}"`)),
      `${field}: expected ${expected}, got ${formatValue(json[field])}`,
    )
  const { underlyingPrice: price, asOf, style } = json
  // A symbol without options may be without a price.
  const isPrice = typeof price === 'number' && (price > 0 || (price === 0 && quotes.length === 0))
  if (!isPrice) return fail('underlyingPrice', 'a positive number')
  if (asOf !== undefined && !isTime(asOf)) fail('asOf', 'a time in ISO 8601')
  if (style !== undefined && style !== 'american' && style !== 'european')
    fail('style', 'american or european')
  return {
    underlyingPrice: price,
    asOf: isTime(asOf) ? new Date(asOf) : undefined,
    style: style as Chain['style'] | undefined,
    quote: readUnderlyingQuote(json['quote'], () => fail('quote', 'last, change, volume and time')),
    contracts: (quotes as unknown[]).map((quote, index) => readContract(quote, index, { text, file })),
  }
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isNumberOrNull = (value: unknown): value is number | null => value === null || typeof value === 'number'

function readUnderlyingQuote(value: unknown, fail: () => never): UnderlyingQuote | undefined {
  if (value === undefined || value === null) return value
  if (!isRecord(value)) return fail()
  const { last, change, percentageChange, volume, time } = value
  if (typeof last !== 'number' || !(last > 0) || !isTime(time)) return fail()
  if (!isNumberOrNull(change) || !isNumberOrNull(percentageChange) || !isNumberOrNull(volume)) return fail()
  return { last, change, percentageChange, volume, time }
}

/** Parses one entry of `quotes`, whose fields must agree with its option symbol. */
function readContract(quote: unknown, index: number, { text, file }: Source): Contract {
  const id = isRecord(quote) ? quote['symbol'] : undefined
  const osi = typeof id === 'string' ? parseOsi(id) : undefined
  const fail = (field: string, expected: string, value: unknown): never =>
    throwBroken(
      file,
      lineAt(text, typeof id === 'string' ? text.indexOf(`"${id}"`) : 0),
      `quotes[${index}].${field}: expected ${expected}, got ${formatValue(value)}`,
    )
  if (!isRecord(quote) || typeof id !== 'string' || !osi) return fail('symbol', 'an option symbol', id)
  const numberField = (field: string): number | null => {
    const value = quote[field] ?? null
    if (value === null || (typeof value === 'number' && value >= 0)) return value
    return fail(field, 'a non-negative number', value)
  }
  const { expiry, right } = osi
  const { expiration, side } = quote
  if (expiration !== expiry) fail('expiration', expiry, expiration)
  if (side !== right) fail('side', right, side)
  const strike = numberField('strike') ?? 0
  if (Math.abs(strike - osi.strike) > 1e-6 || !(strike > 0))
    fail('strike', String(osi.strike), quote['strike'])
  return {
    id,
    expiry,
    right,
    strike: osi.strike,
    bid: numberField('bid') ?? 0,
    ask: numberField('ask') ?? 0,
    last: numberField('last'),
    volume: numberField('volume'),
    openInterest: numberField('openInterest'),
  }
}
