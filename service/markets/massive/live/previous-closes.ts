/**
 * Closes that a day's changes count from. They come with snapshots, because pushed prices do not contain them; after midnight
 * they are requested again.
 */
import type { Day } from '#service/markets/market.ts'
import { dayOf, type Price } from '#service/markets/massive/quotes.ts'

/** Closes of the day before are requested together, this long after the first one is missed. Milliseconds. */
const closesBatchMs = 1_000

type LoadPrices = (tickers: readonly string[]) => Promise<ReadonlyMap<string, Price>>

export function createPreviousCloses(load: LoadPrices) {
  const closes = new Map<string, { readonly day: Day; readonly close: number }>()
  const missed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const loadAll: LoadPrices = async (tickers) => {
    const prices = await load(tickers)
    for (const [ticker, price] of prices)
      if (price.previousClose !== null) closes.set(ticker, { day: dayOf(price), close: price.previousClose })
    return prices
  }
  const loadMissed = () => {
    timer = undefined
    const tickers = [...missed]
    missed.clear()
    // The next price of the ticker requests its close again.
    loadAll(tickers).catch(() => {})
  }
  return {
    load: loadAll,
    /** The close before the day of a price; null until it is known. */
    of(ticker: string, { timeMs }: Pick<Price, 'timeMs'>): number | null {
      const latest = closes.get(ticker)
      if (latest?.day === dayOf({ timeMs })) return latest.close
      missed.add(ticker)
      timer ??= setTimeout(loadMissed, closesBatchMs)
      return null
    },
    close: () => clearTimeout(timer),
  }
}
