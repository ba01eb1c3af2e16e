/** The data of each symbol in a data folder, read on first use. Node only. */
import { LRUCache } from 'lru-cache'
import { latestSession, sessionClose, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import type { BarSet } from './bars.ts'
import { createBrokenFiles } from './broken-files.ts'
import type { UnderlyingQuote } from './chain-file.ts'
import { parseChain } from './chains.ts'
import type { ChainIndex, RecordedChain } from './chains.ts'
import { joinBars } from './join-bars.ts'
import type { FileReader } from './file-reader.ts'
import { BrokenFile, skipBroken, skippedMessage, UnreadableFile } from './read-text.ts'
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
  symbols(): Promise<readonly string[]>
  /**
   * Whether the folder has data of the symbol, also if it cannot be read at present. Reads only the files that are needed
   * to decide.
   */
  isKnown(symbol: string): Promise<boolean>
  /** `undefined` if no bars are readable. */
  bars(symbol: string): Bars | undefined
  /** `undefined` without a chain or if it is broken. Rejects with an UnreadableFile if it cannot be read at present. */
  chain(symbol: string): Promise<Chain | undefined>
  /**
   * The quote that was recorded with the chain at `now`; null if there was no trade, `undefined` if it was not recorded.
   * Rejects like `chain`.
   */
  quote(symbol: string): Promise<UnderlyingQuote | undefined>
  /** Error of a broken chain at the last attempt to read it; `undefined` if it succeeded or there is no chain. */
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
  readonly reader: FileReader
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
}

/**
 * Opens the bars and chains of a data folder; undefined if nothing is readable. Reports each broken file
 * to `log`. Reads a broken chain again after its file has changed.
 */
export async function openRecordedData(
  { sets, chains: chainIndex, recording, maxCachedChains, reader, elapsed }: RecordedParts,
  log: (message: string) => void,
): Promise<RecordedData | undefined> {
  const clock = clockOf(sets, chainIndex, recording, log)
  if (!clock) return undefined
  const { now, today } = clock
  const chainDay = chainIndex ? tradingDayOnOrBefore(chainIndex.day) : today
  // Chains may be older than the bars: `asOf` and the underlying price are those of the chains' day.
  const chainTimes = { asOf: sessionClose(chainDay), now, today }
  const chainFiles: ReadonlyMap<string, string> = chainIndex?.files ?? new Map()

  const bars = new Map<string, Bars | undefined>()
  const chains = new LRUCache<string, RecordedChain>({ max: maxCachedChains })
  const brokenChainFiles = createBrokenFiles(reader, {
    onBroken: ({ message }) => log(skippedMessage(message)),
    elapsed,
  })
  const pendingChains = new Map<string, Promise<RecordedChain | undefined>>()
  /** Symbols of which no file could be read at the last attempt. */
  const unreadableSymbols = new Set<string>()
  const listedSymbols = new Set([...chainFiles.keys(), ...sets.flatMap((set) => [...set.symbols])])

  const barsOf = (symbol: string): Bars | undefined => {
    if (!bars.has(symbol)) bars.set(symbol, readBars(sets, symbol, log))
    return bars.get(symbol)
  }
  const readRecordedChain = async (symbol: string, file: string): Promise<RecordedChain | undefined> => {
    const result = await brokenChainFiles.read(file, (text) => parseChain({ text, file }, symbol, chainTimes))
    if (result instanceof BrokenFile) return undefined
    chains.set(symbol, result)
    return result
  }
  /** Concurrent calls for a symbol share one read. */
  const recordedChainOf = async (symbol: string): Promise<RecordedChain | undefined> => {
    const cached = chains.get(symbol)
    const file = chainFiles.get(symbol)
    if (cached || file === undefined) return cached
    const pending =
      pendingChains.get(symbol) ?? readRecordedChain(symbol, file).finally(() => pendingChains.delete(symbol))
    pendingChains.set(symbol, pending)
    return pending
  }
  const chainOf = async (symbol: string): Promise<Chain | undefined> => (await recordedChainOf(symbol))?.chain
  const chainErrorOf = (symbol: string): BrokenFile | undefined =>
    brokenChainFiles.errorOf(chainFiles.get(symbol) ?? '')
  const isReadableLater = async (symbol: string): Promise<boolean> => {
    try {
      return (await chainOf(symbol)) !== undefined
    } catch (error) {
      if (error instanceof UnreadableFile) return true
      throw error
    }
  }
  const isKnown = async (symbol: string): Promise<boolean> => {
    if (!listedSymbols.has(symbol)) return false
    const isReadable = barsOf(symbol) !== undefined || (await isReadableLater(symbol))
    if (isReadable) unreadableSymbols.delete(symbol)
    else unreadableSymbols.add(symbol)
    return isReadable
  }
  const hasReadableChain = async (): Promise<boolean> => {
    for (const symbol of listedSymbols) if (await chainOf(symbol).catch(() => undefined)) return true
    return false
  }
  if (sets.length === 0 && !(await hasReadableChain())) return undefined
  return {
    now,
    today,
    chainDay,
    async symbols() {
      for (const symbol of unreadableSymbols) await isKnown(symbol)
      return [...listedSymbols].filter((symbol) => !unreadableSymbols.has(symbol)).toSorted()
    },
    isKnown,
    bars: barsOf,
    chain: chainOf,
    quote: async (symbol) => (chainDay === today ? (await recordedChainOf(symbol))?.quote : undefined),
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
