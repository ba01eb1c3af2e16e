/** Option chains from JSON files, one per underlying, in folders named by their day. Node only. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import { expiryInstant } from '#service/markets/calendar.ts'
import type { Chain, Contract, Day } from '#service/markets/market.ts'
import { rootOf } from '#service/markets/osi.ts'
import { parseChainFile } from './chain-file.ts'
import type { UnderlyingQuote } from './chain-file.ts'
import { isDay } from './read-text.ts'
import { styleOf } from './symbol-kind.ts'

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

/**
 * Removes the floating-point noise of the source (309.3500061): rounds to cents, below a dollar to
 * 1/100 cent.
 */
const roundPrice = (price: number): number =>
  price < 1 ? Math.round(price * 10_000) / 10_000 : Math.round(price * 100) / 100

export type ChainTimes = {
  /** The time of chains whose file has none. */
  readonly asOf: Date
  /** The market's clock. */
  readonly now: Date
  /** The exchange day of `now`. */
  readonly today: Day
}

/** A chain, and the quote of its underlying if the file has one. */
export type RecordedChain = { readonly chain: Chain; readonly quote: UnderlyingQuote | undefined }

/**
 * Parses one chain. A file with `asOf` was written from a market: it is returned as it was, except for contracts that have
 * expired since. Of a file of another tool, the price is rounded, and contracts are omitted that have expired at `now`,
 * or whose root ends in a digit: after a corporate action they deliver something other than 100 shares.
 *
 * @throws BrokenFile naming file, line and field
 */
export function parseChain(
  { text, file }: { readonly text: string; readonly file: string },
  symbol: string,
  times: ChainTimes,
): RecordedChain {
  const { underlyingPrice, asOf, style, quote, contracts } = parseChainFile(text, file)
  const isListed = asOf
    ? ({ expiry }: Contract) => expiry >= times.today
    : ({ id, expiry }: Contract) => !/\d$/.test(rootOf(id)) && expiryInstant(expiry) > times.now
  const listed = new Map<string, Contract>()
  for (const contract of contracts)
    if (!listed.has(contract.id) && isListed(contract)) listed.set(contract.id, contract)
  return {
    chain: {
      symbol,
      asOf: asOf ?? times.asOf,
      underlyingPrice: asOf ? underlyingPrice : roundPrice(underlyingPrice),
      style: style ?? styleOf(symbol),
      contracts: [...listed.values()].toSorted(byExpiryStrikeAndRight),
    },
    quote,
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Contracts of several roots (SPX and SPXW) that agree in all three keep the order of the file. */
const byExpiryStrikeAndRight = (a: Contract, b: Contract): number =>
  compare(a.expiry, b.expiry) || a.strike - b.strike || compare(a.right, b.right)
