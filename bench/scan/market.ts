/**
 * A market of thousands of symbols: recorded symbols, repeated under invented names, and simulated
 * symbols of several seeds. Its clock is fixed at the close of the recorded data's last day. About
 * 44 % of the symbols are simulated, some are recorded with their complete chains, and the rest are
 * recorded bars without options, shifted so that they end on that day: 1.5 million contracts in
 * 6,000 symbols. Without recorded data, the recorded symbols are simulated as well.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { latestClosedSession, sessionClose, tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Bars, Market, Profile } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'

const folder = fileURLToPath(new URL('../../../shared/market-data', import.meta.url))
/**
 * Number of symbols of each kind per 1,000 symbols, chosen so that 6,000 symbols have 1.5 million
 * contracts.
 */
const mix = { simulated: 438, recordedChains: 58 }

/** A symbol of another market, which this market lists under an invented name. */
type Source = { readonly market: Market; readonly symbol: string; readonly hasOptions: boolean }

export type BenchMarket = { readonly market: Market; readonly isRecorded: boolean }

const inventedSymbol = (index: number): string => `Z${String(index).padStart(5, '0')}`

/** Returns the bars with their dates shifted, so that they end on `today`. */
const shiftToToday = (bars: Bars, today: string): Bars => ({
  ...bars,
  date: tradingDaysUpTo(today, bars.date.length),
})

const sourcesOf = async (count: number, clock: () => Date): Promise<Source[]> => {
  const recorded = existsSync(folder) ? await openRecordedMarket(folder) : undefined
  const simulated = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => simulatedMarket({ seed, clock }))
  const simulatedSymbols = await simulated[0]!.universe()
  const withChains: string[] = []
  const withBars: string[] = []
  for (const symbol of (await recorded?.universe()) ?? []) {
    const [chain, bars] = await Promise.all([recorded!.chain(symbol), recorded!.bars(symbol)])
    if (chain && chain.contracts.length > 0 && bars && bars.date.length > 0) withChains.push(symbol)
    else if (bars && bars.date.length > 200) withBars.push(symbol)
  }
  const simulatedSource = (index: number, hasOptions: boolean): Source => {
    const position = Math.floor(index)
    const market = simulated[Math.floor(position / simulatedSymbols.length) % simulated.length]!
    return { market, symbol: simulatedSymbols[position % simulatedSymbols.length]!, hasOptions }
  }
  let [simulatedCount, chainCount, barCount] = [0, 0, 0]
  return Array.from({ length: count }, (_, index) => {
    // Spreads the kinds evenly over the symbols, for any count.
    const isDue = (share: number) =>
      Math.floor(((index + 1) * share) / 1000) > Math.floor((index * share) / 1000)
    if (isDue(mix.simulated)) return simulatedSource(simulatedCount++, true)
    if (isDue(mix.recordedChains)) {
      const position = chainCount++
      return recorded
        ? { market: recorded, symbol: withChains[position % withChains.length]!, hasOptions: true }
        : simulatedSource(simulatedCount++, true)
    }
    const position = barCount++
    return recorded
      ? { market: recorded, symbol: withBars[position % withBars.length]!, hasOptions: false }
      : simulatedSource(position, false)
  })
}

/** Creates the market of `count` symbols. It is the same in every thread and process. */
export const benchMarket = async (count: number): Promise<BenchMarket> => {
  const closeTime = sessionClose('2026-08-21')
  const sources = await sourcesOf(count, () => closeTime)
  const sourceByName = new Map(sources.map((source, index) => [inventedSymbol(index), source]))
  const baseMarket = simulatedMarket({ seed: 1, clock: () => closeTime })
  const today = latestClosedSession(closeTime)
  const readSource = async <T>(
    name: string,
    query: (source: Source) => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const source = sourceByName.get(name)
    return source && query(source)
  }
  const market: Market = {
    ...baseMarket,
    universe: async () => [...sourceByName.keys()],
    profile: async (name) =>
      readSource(name, async ({ market: source, symbol }): Promise<Profile | undefined> => {
        const profile = await source.profile(symbol)
        return profile && { ...profile, symbol: name }
      }),
    bars: async (name) =>
      name === baseMarket.benchmark()
        ? baseMarket.bars(name)
        : readSource(name, async ({ market: source, symbol, hasOptions }) => {
            const bars = await source.bars(symbol)
            return bars && !hasOptions ? shiftToToday(bars, today) : bars
          }),
    chain: async (name) =>
      readSource(name, async ({ market: source, symbol, hasOptions }) => {
        const chain = hasOptions ? await source.chain(symbol) : undefined
        return chain && { ...chain, symbol: name }
      }),
    quote: async (name) =>
      readSource(name, async ({ market: source, symbol, hasOptions }) => {
        const quote = hasOptions ? await source.quote(symbol) : undefined
        return quote && { ...quote, symbol: name }
      }),
    earnings: async (name) =>
      (await readSource(name, async (source) => source.market.earnings(source.symbol))) ?? null,
    volatilityHistory: async (name) =>
      (await readSource(name, async (source) => source.market.volatilityHistory(source.symbol))) ?? [],
  }
  return { market, isRecorded: sources.some((source) => source.market.source() === 'recorded') }
}
