/**
 * A market of thousands of symbols: the recorded ones repeated under invented names, and simulated ones of several seeds. It
 * stands still at the close of the recorded data's last day. Some 44 of 100 symbols are simulated, some are recorded with
 * their whole chains, and the rest are recorded bars without options, as if they ended that day: 1.5 million contracts in
 * 6,000 symbols. Without the recorded data a part of the same size is simulated, and the rest are simulated bars alone.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { latestClosedSession, sessionClose, tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Bars, Market, Profile } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'

const folder = fileURLToPath(new URL('../../../shared/market-data', import.meta.url))
/** Of each 1,000 symbols; found by counting contracts. */
const mix = { simulated: 438, recordedChains: 58 }

/** Another market's symbol under a name of this one's. */
type Source = { readonly market: Market; readonly symbol: string; readonly options: boolean }

export type BenchMarket = { readonly market: Market; readonly isRecorded: boolean }

const invented = (at: number): string => `Z${String(at).padStart(5, '0')}`

/** The bars as if they ended with the last session. */
const upToDate = (bars: Bars, today: string): Bars => ({
  ...bars,
  date: tradingDaysUpTo(today, bars.date.length),
})

const sourcesOf = async (count: number, clock: () => Date): Promise<Source[]> => {
  const recorded = existsSync(folder) ? await openRecordedMarket(folder) : undefined
  const simulated = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => simulatedMarket({ seed, clock }))
  const known = await simulated[0]!.universe()
  const withChains: string[] = []
  const withBars: string[] = []
  for (const symbol of (await recorded?.universe()) ?? []) {
    const [chain, bars] = await Promise.all([recorded!.chain(symbol), recorded!.bars(symbol)])
    if (chain && chain.contracts.length > 0 && bars && bars.date.length > 0) withChains.push(symbol)
    else if (bars && bars.date.length > 200) withBars.push(symbol)
  }
  const simulatedAt = (at: number, options: boolean): Source => {
    const place = Math.floor(at)
    const market = simulated[Math.floor(place / known.length) % simulated.length]!
    return { market, symbol: known[place % known.length]!, options }
  }
  let [simulatedOnes, chainOnes, barOnes] = [0, 0, 0]
  return Array.from({ length: count }, (_, at) => {
    // The kinds are spread evenly for any count.
    const due = (share: number) => Math.floor(((at + 1) * share) / 1000) > Math.floor((at * share) / 1000)
    if (due(mix.simulated)) return simulatedAt(simulatedOnes++, true)
    if (due(mix.recordedChains)) {
      const place = chainOnes++
      return recorded
        ? { market: recorded, symbol: withChains[place % withChains.length]!, options: true }
        : simulatedAt(simulatedOnes++, true)
    }
    const place = barOnes++
    return recorded
      ? { market: recorded, symbol: withBars[place % withBars.length]!, options: false }
      : simulatedAt(place, false)
  })
}

/** A market of `count` symbols; the same in every thread and process. */
export const benchMarket = async (count: number): Promise<BenchMarket> => {
  const at = sessionClose('2026-08-21')
  const sources = await sourcesOf(count, () => at)
  const byName = new Map(sources.map((source, place) => [invented(place), source]))
  const base = simulatedMarket({ seed: 1, clock: () => at })
  const today = latestClosedSession(at)
  const from = async <T>(
    name: string,
    ask: (source: Source) => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const source = byName.get(name)
    return source && ask(source)
  }
  const market: Market = {
    ...base,
    universe: async () => [...byName.keys()],
    profile: async (name) =>
      from(name, async ({ market: source, symbol }): Promise<Profile | undefined> => {
        const profile = await source.profile(symbol)
        return profile && { ...profile, symbol: name }
      }),
    bars: async (name) =>
      name === base.benchmark()
        ? base.bars(name)
        : from(name, async ({ market: source, symbol, options }) => {
            const bars = await source.bars(symbol)
            return bars && !options ? upToDate(bars, today) : bars
          }),
    chain: async (name) =>
      from(name, async ({ market: source, symbol, options }) => {
        const chain = options ? await source.chain(symbol) : undefined
        return chain && { ...chain, symbol: name }
      }),
    quote: async (name) =>
      from(name, async ({ market: source, symbol, options }) => {
        const quote = options ? await source.quote(symbol) : undefined
        return quote && { ...quote, symbol: name }
      }),
    earnings: async (name) =>
      (await from(name, async (source) => source.market.earnings(source.symbol))) ?? null,
    volatilityHistory: async (name) =>
      (await from(name, async (source) => source.market.volatilityHistory(source.symbol))) ?? [],
  }
  return { market, isRecorded: sources.some((source) => source.market.source() === 'recorded') }
}
