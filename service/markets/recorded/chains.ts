/** Option chains from JSON files, one per underlying, in folders named by their day. Node only. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import { expiryInstant } from '#service/markets/calendar.ts'
import { styleOf } from './symbol-kind.ts'
import { throwBroken, isDay, isRecord, lineAt, parseJson, readText } from './read-text.ts'
import type { Chain, Contract, Day } from '#service/markets/market.ts'
import { parseOsi } from '#service/markets/osi.ts'

/** The newest folder of chains: its day, and its files by symbol, relative to the data folder. */
export type ChainIndex = { readonly day: Day; readonly files: ReadonlyMap<string, string> }

/** Lists the newest `chains-YYYY-MM-DD` of a data folder. Older folders are not served. */
export function indexChains(root: string): ChainIndex | undefined {
  const days = readdirSync(root).flatMap((name) => {
    const day = /^chains-(\d{4}-\d{2}-\d{2})$/.exec(name)?.[1]
    return isDay(day) && statSync(join(root, name)).isDirectory() ? [day] : []
  })
  const day = days.toSorted().at(-1)
  if (day === undefined) return undefined
  const files = new Map<string, string>()
  for (const file of readdirSync(join(root, `chains-${day}`)).toSorted()) {
    const symbol = /^(.+)\.json(\.gz)?$/i.exec(file)?.[1]
    if (symbol) files.set(canonicalSymbol(symbol), `chains-${day}/${file}`)
  }
  return files.size > 0 ? { day, files } : undefined
}

const formatValue = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

/**
 * Removes the floating-point noise of the source (309.3500061): rounds to cents, below a dollar to
 * 1/100 cent.
 */
const roundPrice = (price: number): number =>
  price < 1 ? Math.round(price * 10_000) / 10_000 : Math.round(price * 100) / 100

/**
 * Reads one chain. Omits contracts that have expired at `now`, and contracts whose root ends in a
 * digit: after a corporate action they deliver something other than 100 shares.
 *
 * @throws BrokenFile naming file, line and field
 */
export function readChain(
  root: string,
  file: string,
  symbol: string,
  { asOf, now }: { asOf: Date; now: Date },
): Chain {
  const text = readText(root, file)
  const json = parseJson(text, file)
  const quotes = isRecord(json) ? json['quotes'] : undefined
  if (!isRecord(json) || !Array.isArray(quotes)) return throwBroken(file, 1, 'quotes: expected a list')
  const price = json['underlyingPrice']
  if (typeof price !== 'number' || !(price > 0)) {
    return throwBroken(
      file,
      lineAt(text, text.indexOf('"underlyingPrice"')),
      `underlyingPrice: expected a positive number, got ${formatValue(price)}`,
    )
  }
  const contracts = new Map<string, Contract>()
  for (const [index, quote] of (quotes as unknown[]).entries()) {
    const { contract, root } = readQuote(quote, index, { text, file })
    if (/\d$/.test(root) || contracts.has(contract.id) || expiryInstant(contract.expiry) <= now) continue
    contracts.set(contract.id, contract)
  }
  return {
    symbol,
    asOf,
    underlyingPrice: roundPrice(price),
    style: styleOf(symbol),
    contracts: [...contracts.values()].toSorted(byExpiryStrikeAndRight),
  }
}

/**
 * Parses one entry of `quotes`, whose fields must agree with its option symbol. `root` is that of
 * the symbol.
 */
function readQuote(
  quote: unknown,
  index: number,
  { text, file }: { text: string; file: string },
): { contract: Contract; root: string } {
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
  const { root, expiry, right } = osi
  const { expiration, side } = quote
  if (expiration !== expiry) fail('expiration', expiry, expiration)
  if (side !== right) fail('side', right, side)
  const strike = numberField('strike') ?? 0
  if (Math.abs(strike - osi.strike) > 1e-6 || !(strike > 0))
    fail('strike', String(osi.strike), quote['strike'])
  const contract = {
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
  return { contract, root }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byExpiryStrikeAndRight = (a: Contract, b: Contract): number =>
  compare(a.expiry, b.expiry) || a.strike - b.strike || compare(a.right, b.right) || compare(a.id, b.id)
