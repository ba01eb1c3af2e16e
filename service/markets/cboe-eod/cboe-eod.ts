/**
 * A market of Cboe's end-of-day files ("Option EOD Summary" of Cboe DataShop): one file per trading day
 * with every listed option. Node only.
 *
 * The clock is fixed at the close of the newest file's day; a new file moves it on. Quotes are of 15:45
 * New York (12:45 before an early close). There are no bars and no company data: name other sources for
 * them (`MARKET=bars:files:<folder>,chains:cboe-eod:<folder>`).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sessionClose } from '#service/markets/calendar.ts'
import { provides } from '#service/markets/capabilities.ts'
import { bareProfile } from '#service/markets/kit/symbol-kind.ts'
import type { Day, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import type { Log } from '#service/shared/log.ts'
import { createCurrentDay } from './current-day.ts'
import { openDay, type DayData } from './day-data.ts'
import { expectedNames } from './day-files.ts'
import { createDayFinder, type DayFinder } from './day-finder.ts'
import { watchFolder } from './folder-watch.ts'
import { removeOldScratchFiles } from './unpack.ts'

export type EodMarketOptions = {
  readonly log: Log
  /** Yearly, decimal. */
  readonly riskFreeRate: number
  /** Whether to watch the folder for new files. A scan reads one day to its end. */
  readonly isWatched: boolean
  /** Number of symbols cached in memory. */
  readonly maxCached: number
  /** Symbols to scan; undefined for all of the file. */
  readonly universe?: readonly string[] | undefined
  /** Latest day to use; undefined for the newest. */
  readonly through?: Day | undefined
  /** Interval at which the folder is read, milliseconds: network drives do not notify of changes. */
  readonly pollMs?: number
  /** A file is used when it has not changed for this long, milliseconds. */
  readonly settleMs?: number
}

/** Proxies for the S&P 500, best first. */
const proxies = ['SPY', 'VOO', 'IVV', '^SPX']
/** Longest wait at the start for the only file of the folder to be complete, milliseconds. */
const firstFileTimeoutMs = 60_000

/**
 * Opens a folder.
 *
 * @throws Error if it cannot be read, or has no complete file
 */
export async function openEodMarket(folder: string, options: EodMarketOptions): Promise<Market> {
  const { log, riskFreeRate, isWatched, through, maxCached, pollMs = 30_000, settleMs = 15_000 } = options
  const closing = new AbortController()
  const finder = createDayFinder({
    folder,
    openDay: (file) => openDay(folder, file, { log, maxCached, signal: closing.signal }),
    log,
    // The process that has started this scan uses the file of this day already.
    settleMs: through === undefined ? settleMs : 0,
    through,
    elapsed: () => performance.now(),
  })
  const current = createCurrentDay(folder, { first: await findFirst(folder, finder, settleMs), finder, log })
  const stopWatching = isWatched ? watchFolder(folder, current.check, { pollMs, settleMs }) : () => {}
  const { data } = current
  if (isWatched) await removeOldScratchFiles(folder, data().scratchPath)
  const universe = options.universe && new Set(options.universe)

  return {
    now: () => sessionClose(data().day),
    today: () => data().day,
    status: () => ({
      state: 'closed',
      delayedSeconds: 0,
      simulated: false,
      asOf: sessionClose(data().day).toISOString(),
    }),
    source: () => 'Cboe',
    capabilities: () =>
      provides(['quotes', 'chains'], {
        source: 'Cboe',
        dataClass: 'end-of-day',
        delayedSeconds: 0,
        isLicensed: true,
        state: current.isFailing() ? 'failing' : 'working',
      }),
    riskFreeRate: () => riskFreeRate,
    benchmark: () => proxies.find((symbol) => data().isKnown(symbol)) ?? data().symbols[0] ?? 'SPY',
    universe: async () => data().symbols.filter((symbol) => universe?.has(symbol) ?? true),
    profile: async (symbol) => (data().isKnown(symbol) ? bareProfile(symbol) : undefined),
    bars: async (symbol) => (data().isKnown(symbol) ? noBars : undefined),
    chain: async (symbol) => (await data().read(symbol))?.chain,
    quote: async (symbol) => (await data().read(symbol))?.quote,
    watch: current.watch,
    earnings: async () => null,
    news: async () => [],
    volatilityHistory: async () => [],
    onNewDay: current.onNewDay,
    async close() {
      closing.abort()
      stopWatching()
      await current.close()
    },
  }
}

/** The newest complete file. Waits for the only one if it is still growing. */
async function findFirst(folder: string, finder: DayFinder, settleMs: number): Promise<DayData> {
  const startMs = performance.now()
  for (;;) {
    const { data, isSettling } = await finder.find(undefined)
    if (data) return data
    if (!isSettling) throw new Error(`no end-of-day file in ${folder} can be used: ${expectedNames}`)
    if (performance.now() - startMs > firstFileTimeoutMs)
      throw new Error(
        `the only end-of-day file in ${folder} is still growing: start again when it is complete`,
      )
    await delay(settleMs)
  }
}
