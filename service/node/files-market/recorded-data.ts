/** What a data folder holds of each symbol, read when it is first asked for. Node only. */
import { boundedMap } from '#service/market/bounded-map.ts'
import { sessionClose, tradingDayOnOrBefore } from '#service/market/calendar.ts'
import type { Bars, Chain, Day } from '#service/market/market.ts'
import type { BarSet } from './bars.ts'
import { readChain } from './chains.ts'
import type { ChainIndex } from './chains.ts'
import { joinBars } from './join-bars.ts'
import { skipBroken } from './text.ts'

export type RecordedData = {
  /** The last day recorded, and when its session closed. */
  readonly today: Day
  readonly end: Date
  /** The day the chains are of, which may be before `today`. */
  readonly chainDay: Day
  /** Sorted; a symbol of which nothing can be read is missing once that was found out. */
  symbols(): readonly string[]
  /** Whether something of the symbol can be read; only what must be is read to find out. */
  isKnown(symbol: string): boolean
  /** `undefined` where there are none that can be read. */
  bars(symbol: string): Bars | undefined
  /** `undefined` where there is none that can be read. */
  chain(symbol: string): Chain | undefined
  /** Forgets what was read. */
  close(): void
}

/**
 * The bars and chains of a folder; undefined where nothing of it can be read. `log` hears of every broken file;
 * `keptChains` is how many chains stay in memory.
 */
export function openRecordedData(
  folder: string,
  {
    sets,
    chains: index,
    keptChains,
  }: { sets: readonly BarSet[]; chains: ChainIndex | undefined; keptChains: number },
  log: (message: string) => void,
): RecordedData | undefined {
  const lastDay = [...sets.map((set) => set.lastDay), ...(index ? [index.day] : [])].toSorted().at(-1)
  if (lastDay === undefined) return undefined
  // A folder dated on a weekend holds Friday's closing prices.
  const today = tradingDayOnOrBefore(lastDay)
  const end = sessionClose(today)
  const chainDay = index ? tradingDayOnOrBefore(index.day) : today
  // Chains older than the bars are served as what they are: `asOf` and their underlying price are of their own day.
  const chainTimes = { asOf: sessionClose(chainDay), now: end }
  const chainFiles: ReadonlyMap<string, string> = index?.files ?? new Map()

  const bars = new Map<string, Bars | undefined>()
  const chains = boundedMap<string, Chain>(keptChains)
  const brokenChains = new Set<string>()
  const listed = new Set([...chainFiles.keys(), ...sets.flatMap((set) => [...set.symbols])])

  const barsOf = (symbol: string): Bars | undefined => {
    if (!bars.has(symbol)) bars.set(symbol, readBars(sets, symbol, log))
    return bars.get(symbol)
  }
  const chainOf = (symbol: string): Chain | undefined => {
    const file = chainFiles.get(symbol)
    if (file === undefined || brokenChains.has(symbol)) return undefined
    let chain = chains.get(symbol)
    if (!chain) {
      chain = skipBroken(log, () => readChain(folder, file, symbol, chainTimes))
      if (chain) chains.set(symbol, chain)
      else brokenChains.add(symbol)
    }
    return chain
  }
  const isKnown = (symbol: string): boolean => {
    if (!listed.has(symbol)) return false
    if (barsOf(symbol) || chainOf(symbol)) return true
    listed.delete(symbol)
    return false
  }
  if (sets.length === 0 && ![...listed].some(isKnown)) return undefined
  return {
    today,
    end,
    chainDay,
    symbols: () => [...listed].toSorted(),
    isKnown,
    bars: barsOf,
    chain: chainOf,
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
