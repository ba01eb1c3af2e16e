/** The data of each symbol in a data folder, read on first use. Node only. */
import { LRUCache } from 'lru-cache'
import { latestSession, sessionClose, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import type { BarSet } from './bars.ts'
import { createBrokenFiles } from './broken-files.ts'
import type { UnderlyingQuote } from './chain-file.ts'
import { readChain } from './chains.ts'
import type { ChainIndex, RecordedChain } from './chains.ts'
import { joinBars } from './join-bars.ts'
import { BrokenFile, readOrBroken, skipBroken, UnreadableFile } from './read-text.ts'
import { recordingFile } from './recording.ts'
import type { Recording } from './recording.ts'

export type RecordedData = {
  /** The time of the recording, otherwise the close of the last recorded day. */
  readonly now: Date
  /** The exchange day of `now`. */
  readonly today: Day
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
  /** The quote that was recorded with the chain at `now`; null if there was no trade, `undefined` if it was not recorded. */
  quote(symbol: string): UnderlyingQuote | undefined
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
  readonly recording: Recording | undefined
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
  { sets, chains: chainIndex, recording, maxCachedChains, elapsed }: RecordedParts,
  log: (message: string) => void,
): RecordedData | undefined {
  const clock = clockOf(sets, chainIndex, recording, log)
  if (!clock) return undefined
  const { now, today } = clock
  const chainDay = chainIndex ? tradingDayOnOrBefore(chainIndex.day) : today
  // Chains may be older than the bars: `asOf` and the underlying price are those of the chains' day.
  const chainTimes = { asOf: sessionClose(chainDay), now, today }
  const chainFiles: ReadonlyMap<string, string> = chainIndex?.files ?? new Map()

  const bars = new Map<string, Bars | undefined>()
  const chains = new LRUCache<string, RecordedChain>({ max: maxCachedChains })
  const brokenChainFiles = createBrokenFiles(folder, elapsed)
  /** Symbols of which no file could be read at the last attempt. */
  const unreadableSymbols = new Set<string>()
  const listedSymbols = new Set([...chainFiles.keys(), ...sets.flatMap((set) => [...set.symbols])])

  const barsOf = (symbol: string): Bars | undefined => {
    if (!bars.has(symbol)) bars.set(symbol, readBars(sets, symbol, log))
    return bars.get(symbol)
  }
  const recordedChainOf = (symbol: string): RecordedChain | undefined => {
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
  const chainOf = (symbol: string): Chain | undefined => recordedChainOf(symbol)?.chain
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
    now,
    today,
    chainDay,
    symbols: () =>
      [...listedSymbols].filter((symbol) => !unreadableSymbols.has(symbol) || isKnown(symbol)).toSorted(),
    isKnown,
    bars: barsOf,
    chain: chainOf,
    quote: (symbol) => (chainDay === today ? recordedChainOf(symbol)?.quote : undefined),
    chainError: (symbol) => chainErrorOf(symbol)?.message,
    close() {
      bars.clear()
      chains.clear()
    },
  }
}

/**
 * The time of the recording. Without one, and if newer data was added to the folder afterwards, the close of the last
 * recorded day. `undefined` without bars and chains.
 */
export function clockOf(
  sets: readonly BarSet[],
  chains: ChainIndex | undefined,
  recording: Recording | undefined,
  log: (message: string) => void,
): { readonly now: Date; readonly today: Day } | undefined {
  const lastDay = [...sets.map((set) => set.lastDay), ...(chains ? [chains.day] : [])].toSorted().at(-1)
  if (lastDay === undefined) return undefined
  // A folder dated on a weekend contains Friday's closing prices.
  const lastSession = tradingDayOnOrBefore(lastDay)
  const now = recording?.recordedAt ?? sessionClose(lastSession)
  if (latestSession(now) >= lastSession) return { now, today: latestSession(now) }
  log(`${recordingFile}:1: recordedAt is before the newest data, of ${lastSession}; ignored`)
  return { now: sessionClose(lastSession), today: lastSession }
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
