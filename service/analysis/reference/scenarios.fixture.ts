/**
 * Markets for the reference tests (recorded, simulated, or with injected faults), and the responses
 * of the service over them. Faults are injected at the market interface, so that all code behind it
 * runs as in production.
 */
import type { Income } from '#contract/responses/income.ts'
import type { Tone, Why } from '#contract/responses/resources.ts'
import type { IncomeQuery } from '#contract/api/routes.ts'
import { createLookups } from '#service/lookups/lookups.ts'
import { sessionClose } from '#service/markets/calendar.ts'
import type { Bars, Chain, Day, Market, Profile } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { runScan } from '#service/scan/scan.ts'
import type { Batch } from '#service/store/batches.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { dataFolder, hasRecorded } from './oracle-data.fixture.ts'

/** Folders and files of recorded data that the reference tests need. */
export const recordedFolders = [
  'chains-2026-08-21',
  'bars-2025-08-22_2026-08-21',
  'bars-2024-02-28_2026-02-27-universe.csv.gz',
]
/** Whether all of `recordedFolders` exist. */
export const hasRecordedData = hasRecorded(...recordedFolders)

export const recordedMarket = async (): Promise<Market> => openRecordedMarket(dataFolder)

/**
 * The last session of the recorded bars of the universe, so that all of them are current on this
 * day.
 */
export const universeDay: Day = '2026-02-27'

/** Returns the bars up to and including a day. */
export const barsUntil = (bars: Bars, day: Day): Bars => {
  const end = bars.date.filter((date) => date <= day).length
  const { date, open, high, low, close, volume } = bars
  return {
    date: date.slice(0, end),
    open: open.slice(0, end),
    high: high.slice(0, end),
    low: low.slice(0, end),
    close: close.slice(0, end),
    volume: volume.slice(0, end),
  }
}

/**
 * Returns the market at the close of an earlier day: bars up to that day, quotes from these bars,
 * and no options.
 */
export const marketOn = (market: Market, day: Day): Market => ({
  ...market,
  now: () => sessionClose(day),
  today: () => day,
  status: () => ({ ...market.status(), asOf: sessionClose(day).toISOString() }),
  async bars(symbol) {
    const bars = await market.bars(symbol)
    return bars && barsUntil(bars, day)
  },
  async chain(symbol) {
    const chain = await market.chain(symbol)
    return chain && { ...chain, asOf: sessionClose(day), contracts: [] }
  },
  async quote(symbol) {
    const bars = await market.bars(symbol)
    const { date = [], close = [], volume = [] } = bars ? barsUntil(bars, day) : {}
    const last = close.at(-1)
    const previous = close.at(-2)
    if (last === undefined || previous === undefined) return undefined
    return {
      symbol,
      last,
      change: last - previous,
      percentageChange: (last / previous - 1) * 100,
      volume: volume.at(-1) ?? 0,
      time: sessionClose(date.at(-1)!).toISOString(),
    }
  },
  earnings: async () => null,
})

/**
 * Responses of the service. `why` and `income` reject for a symbol that the market does not list.
 */
export type Responses = {
  why(symbol: string): Promise<Why>
  income(symbol: string, query?: IncomeQuery): Promise<Income>
  tone(): Promise<Tone>
  /** Ideas of the scan; empty if none was run. */
  readonly ideas: Batch['ideas']
  readonly batch: Batch | undefined
}

/**
 * Returns the responses of the service over a market, after a nightly scan if `scan` is 'scan'.
 *
 * @param commission dollars per contract; default: that of the service
 */
export const createResponses = async (
  market: Market,
  scan: 'scan' | 'no scan',
  commission?: number,
): Promise<Responses> => {
  const { batches } = memoryStore()
  if (scan === 'scan') await runScan({ market, batches })
  const lookups = createLookups({ market, batches, commission, elapsed: () => 0, log: () => {} })
  const requireResponse = <T>(response: T | undefined, symbol: string): T => {
    if (response === undefined)
      throw new Error(`the service has no response for ${symbol}: the market does not list it`)
    return response
  }
  const batch = await batches.latest()
  return {
    why: async (symbol) => requireResponse(await lookups.why(symbol), symbol),
    income: async (symbol, query = {}) => requireResponse(await lookups.income(symbol, query), symbol),
    tone: async () => lookups.tone(),
    ideas: batch?.ideas ?? [],
    batch,
  }
}

/** A time at which the market is closed. */
export const afterClose = new Date('2026-08-21T21:00:00Z')

export const createSimulatedMarket = (): Market => simulatedMarket({ seed: 7, clock: () => afterClose })

/** Functions that replace the market data of a symbol; omitted data stays. */
export type Replacements = {
  readonly profile?: (original: Profile) => Profile
  readonly bars?: (original: Bars) => Bars
  readonly chain?: (original: Chain) => Chain
  /** Replaces the last price. `undefined` removes the quote. */
  readonly price?: (original: number) => number | undefined
  readonly earnings?: Awaited<ReturnType<Market['earnings']>>
}

/** Returns the market with replaced data of one symbol. */
export const withReplacements = (market: Market, symbol: string, replacements: Replacements): Market => ({
  ...market,
  async profile(requested) {
    const original = await market.profile(requested)
    return requested === symbol && original && replacements.profile
      ? replacements.profile(original)
      : original
  },
  async bars(requested) {
    const original = await market.bars(requested)
    return requested === symbol && original && replacements.bars ? replacements.bars(original) : original
  },
  async chain(requested) {
    const original = await market.chain(requested)
    return requested === symbol && original && replacements.chain ? replacements.chain(original) : original
  },
  async quote(requested) {
    const original = await market.quote(requested)
    if (requested !== symbol || !original || !replacements.price) return original
    const last = replacements.price(original.last)
    return last === undefined ? undefined : { ...original, last }
  },
  earnings: async (requested) =>
    requested === symbol && replacements.earnings !== undefined
      ? replacements.earnings
      : market.earnings(requested),
})
