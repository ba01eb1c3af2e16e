/** The data of each symbol in a data folder, read on first use. Node only. */
import { LRUCache } from 'lru-cache'
import { sessionClose, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import type { BarSet } from './bars.ts'
import { createBrokenFiles } from './broken-files.ts'
import { readChain } from './chains.ts'
import type { ChainIndex } from './chains.ts'
import { joinBars } from './join-bars.ts'
import { BrokenFile, readOrBroken, skipBroken, UnreadableFile } from './read-text.ts'

export type RecordedData = {
  /** The last recorded day. */
  readonly today: Day
  /** The close of the session of `today`. */
  readonly closeTime: Date
  /** The day of the chains, which may be before `today`. */
  readonly chainDay: Day
  /** Sorted symbols, without those of which no file could be read at the last attempt. */
  symbols(): readonly string[]
  /** Whether any data of the symbol can be read. Reads only the files that are needed to decide. */
  isKnown(symbol: string): boolean
  /** `undefined` if no bars are readable. */
  bars(symbol: string): Bars | undefined
  /** `undefined` if no chain is readable. */
  chain(symbol: string): Chain | undefined
  /**
   * Error of the last attempt to read an existing chain; `undefined` if it succeeded or there is no
   * chain.
   */
  chainError(symbol: string): string | undefined
  /** Drops cached data. */
  close(): void
}

/** Inputs of {@link openRecordedData}. */
export type RecordedParts = {
  readonly sets: readonly BarSet[]
  readonly chains: ChainIndex | undefined
  /** Number of chains cached in memory. */
  readonly maxCachedChains: number
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
}

/**
 * Opens the bars and chains of a folder; undefined if nothing is readable. Reports each broken file
 * to `log`. Reads a broken chain again after its file has changed.
 */
export function openRecordedData(
  folder: string,
  { sets, chains: chainIndex, maxCachedChains, elapsed }: RecordedParts,
  log: (message: string) => void,
): RecordedData | undefined {
  const lastDay = [...sets.map((set) => set.lastDay), ...(chainIndex ? [chainIndex.day] : [])]
    .toSorted()
    .at(-1)
  if (lastDay === undefined) return undefined
  // A folder dated on a weekend contains Friday's closing prices.
  const today = tradingDayOnOrBefore(lastDay)
  const closeTime = sessionClose(today)
  const chainDay = chainIndex ? tradingDayOnOrBefore(chainIndex.day) : today
  // Chains may be older than the bars: `asOf` and the underlying price are those of the chains' day.
  const chainTimes = { asOf: sessionClose(chainDay), now: closeTime }
  const chainFiles: ReadonlyMap<string, string> = chainIndex?.files ?? new Map()

  const bars = new Map<string, Bars | undefined>()
  const chains = new LRUCache<string, Chain>({ max: maxCachedChains })
  const brokenChainFiles = createBrokenFiles(folder, elapsed)
  /** Symbols of which no file could be read at the last attempt. */
  const unreadableSymbols = new Set<string>()
  const listedSymbols = new Set([...chainFiles.keys(), ...sets.flatMap((set) => [...set.symbols])])

  const barsOf = (symbol: string): Bars | undefined => {
    if (!bars.has(symbol)) bars.set(symbol, readBars(sets, symbol, log))
    return bars.get(symbol)
  }
  const chainOf = (symbol: string): Chain | undefined => {
    const cached = chains.get(symbol)
    const file = chainFiles.get(symbol)
    if (cached || file === undefined) return cached
    const result = brokenChainFiles.read(file, () =>
      readOrBroken(log, () => readChain(folder, file, symbol, chainTimes)),
    )
    if (result instanceof BrokenFile) return undefined
    chains.set(symbol, result)
    return result
  }
  const chainErrorOf = (symbol: string): BrokenFile | undefined =>
    brokenChainFiles.errorOf(chainFiles.get(symbol) ?? '')
  const isKnown = (symbol: string): boolean => {
    if (!listedSymbols.has(symbol)) return false
    const data = barsOf(symbol) ?? chainOf(symbol)
    if (data || chainErrorOf(symbol) instanceof UnreadableFile)
      return (unreadableSymbols.delete(symbol), true)
    unreadableSymbols.add(symbol)
    return false
  }
  if (sets.length === 0 && ![...listedSymbols].some(chainOf)) return undefined
  return {
    today,
    closeTime,
    chainDay,
    symbols: () =>
      [...listedSymbols].filter((symbol) => !unreadableSymbols.has(symbol) || isKnown(symbol)).toSorted(),
    isKnown,
    bars: barsOf,
    chain: chainOf,
    chainError: (symbol) => chainErrorOf(symbol)?.message,
    close() {
      bars.clear()
      chains.clear()
    },
  }
}

/** Reads a symbol's bars and joins them from all sets. */
function readBars(sets: readonly BarSet[], symbol: string, log: (message: string) => void): Bars | undefined {
  let joined: Bars | undefined
  for (const set of sets) {
    if (!set.symbols.has(symbol)) continue
    const bars = skipBroken(log, () => set.read(symbol))
    if (bars) joined = joined ? joinBars(joined, bars) : bars
  }
  return joined
}
