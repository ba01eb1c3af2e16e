/**
 * Markets for the oracle's tests, and the service's responses over them: recorded, simulated or synthetic,
 * with faults injected at the market interface, so that everything behind it runs as in production.
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

export const recordedFolders = [
  'chains-2026-08-21',
  'bars-2025-08-22_2026-08-21',
  'bars-2024-02-28_2026-02-27-universe.csv.gz',
]
export const isRecorded = hasRecorded(...recordedFolders)

export const recordedMarket = async (): Promise<Market> => openRecordedMarket(dataFolder)

/** The last session of the universe's recorded bars: on this day all of them are current. */
export const universeDay: Day = '2026-02-27'

/** Bars up to a day. */
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

/** The market at the close of an earlier day: bars until then, quotes from them, no options. */
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

export type Answers = {
  why(symbol: string): Promise<Why>
  income(symbol: string, query?: IncomeQuery): Promise<Income>
  tone(): Promise<Tone>
  /** Of the scan, if one was run. */
  readonly ideas: Batch['ideas']
  readonly batch: Batch | undefined
}

/** Responses of the service over a market, after a nightly scan if `scan` is 'scan'. */
export const answersOf = async (market: Market, scan: 'scan' | 'no scan'): Promise<Answers> => {
  const { batches } = memoryStore()
  if (scan === 'scan') await runScan({ market, batches })
  const lookups = createLookups({ market, batches, elapsed: () => 0, log: () => {} })
  const requireResponse = <T>(response: T | undefined, symbol: string): T => {
    if (response === undefined) throw new Error(`the market does not know ${symbol}`)
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
export const evening = new Date('2026-08-21T21:00:00Z')

export const simulated = (): Market => simulatedMarket({ seed: 7, clock: () => evening })

/** Replaced market data of some symbols. */
export type Replaced = {
  readonly profile?: (original: Profile) => Profile
  readonly bars?: (original: Bars) => Bars
  readonly chain?: (original: Chain) => Chain
  readonly price?: (original: number) => number | undefined
  readonly earnings?: Awaited<ReturnType<Market['earnings']>>
}

/** The market with replaced data of one symbol. */
export const withReplaced = (market: Market, symbol: string, replaced: Replaced): Market => ({
  ...market,
  async profile(requested) {
    const original = await market.profile(requested)
    return requested === symbol && original && replaced.profile ? replaced.profile(original) : original
  },
  async bars(requested) {
    const original = await market.bars(requested)
    return requested === symbol && original && replaced.bars ? replaced.bars(original) : original
  },
  async chain(requested) {
    const original = await market.chain(requested)
    return requested === symbol && original && replaced.chain ? replaced.chain(original) : original
  },
  async quote(requested) {
    const original = await market.quote(requested)
    if (requested !== symbol || !original || !replaced.price) return original
    const last = replaced.price(original.last)
    return last === undefined ? undefined : { ...original, last }
  },
  earnings: async (requested) =>
    requested === symbol && replaced.earnings !== undefined ? replaced.earnings : market.earnings(requested),
})
