/** The data of each symbol in a data folder, read on first use. Node only. */
import { LRUCache } from 'lru-cache'
import { sessionClose, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import type { BarSet } from './bars.ts'
import { brokenFiles } from './broken-files.ts'
import { readChain } from './chains.ts'
import type { ChainIndex } from './chains.ts'
import { joinBars } from './join-bars.ts'
import { BrokenFile, readOrBroken, skipBroken, UnreadableFile } from './read-text.ts'

export type RecordedData = {
  /** The last day recorded, and when its session closed. */
  readonly today: Day
  readonly end: Date
  /** The day the chains are of, which may be before `today`. */
  readonly chainDay: Day
  /** Sorted; a symbol of which nothing can be read is missing once that was found out, for as long as it is so. */
  symbols(): readonly string[]
  /** Whether something of the symbol can be read; only what must be is read to find out. */
  isKnown(symbol: string): boolean
  /** `undefined` if there are no readable ones. */
  bars(symbol: string): Bars | undefined
  /** `undefined` if there is no readable one. */
  chain(symbol: string): Chain | undefined
  /** Why an existing chain could not be read the last time; `undefined` if it could, or does not exist. */
  lostChain(symbol: string): string | undefined
  /** Drops cached data. */
  close(): void
}

export type RecordedParts = {
  readonly sets: readonly BarSet[]
  readonly chains: ChainIndex | undefined
  /** How many chains stay in memory. */
  readonly keptChains: number
  /** Milliseconds that only ever go on. */
  readonly elapsed: () => number
}

/**
 * The bars and chains of a folder; undefined if nothing is readable. `log` receives every broken file. A
 * broken chain is read again when it has changed.
 */
export function openRecordedData(
  folder: string,
  { sets, chains: index, keptChains, elapsed }: RecordedParts,
  log: (message: string) => void,
): RecordedData | undefined {
  const lastDay = [...sets.map((set) => set.lastDay), ...(index ? [index.day] : [])].toSorted().at(-1)
  if (lastDay === undefined) return undefined
  // A folder dated on a weekend holds Friday's closing prices.
  const today = tradingDayOnOrBefore(lastDay)
  const end = sessionClose(today)
  const chainDay = index ? tradingDayOnOrBefore(index.day) : today
  // Chains older than the bars keep their own date: `asOf` and their underlying price are of their day.
  const chainTimes = { asOf: sessionClose(chainDay), now: end }
  const chainFiles: ReadonlyMap<string, string> = index?.files ?? new Map()

  const bars = new Map<string, Bars | undefined>()
  const chains = new LRUCache<string, Chain>({ max: keptChains })
  const broken = brokenFiles(folder, elapsed)
  /** Of which nothing could be read when it was last tried. */
  const unknown = new Set<string>()
  const listed = new Set([...chainFiles.keys(), ...sets.flatMap((set) => [...set.symbols])])

  const barsOf = (symbol: string): Bars | undefined => {
    if (!bars.has(symbol)) bars.set(symbol, readBars(sets, symbol, log))
    return bars.get(symbol)
  }
  const chainOf = (symbol: string): Chain | undefined => {
    const known = chains.get(symbol)
    const file = chainFiles.get(symbol)
    if (known || file === undefined) return known
    const read = broken.read(file, () => readOrBroken(log, () => readChain(folder, file, symbol, chainTimes)))
    if (read instanceof BrokenFile) return undefined
    chains.set(symbol, read)
    return read
  }
  const whyLost = (symbol: string): BrokenFile | undefined => broken.why(chainFiles.get(symbol) ?? '')
  const isKnown = (symbol: string): boolean => {
    if (!listed.has(symbol)) return false
    const isThere = barsOf(symbol) ?? chainOf(symbol)
    if (isThere || whyLost(symbol) instanceof UnreadableFile) return (unknown.delete(symbol), true)
    unknown.add(symbol)
    return false
  }
  if (sets.length === 0 && ![...listed].some(chainOf)) return undefined
  return {
    today,
    end,
    chainDay,
    symbols: () => [...listed].filter((symbol) => !unknown.has(symbol) || isKnown(symbol)).toSorted(),
    isKnown,
    bars: barsOf,
    chain: chainOf,
    lostChain: (symbol) => whyLost(symbol)?.message,
    close() {
      bars.clear()
      chains.clear()
    },
  }
}

/** The symbol's bars of all sets as one. */
function readBars(sets: readonly BarSet[], symbol: string, log: (message: string) => void): Bars | undefined {
  let found: Bars | undefined
  for (const set of sets) {
    if (!set.symbols.has(symbol)) continue
    const read = skipBroken(log, () => set.read(symbol))
    if (read) found = found ? joinBars(found, read) : read
  }
  return found
}
