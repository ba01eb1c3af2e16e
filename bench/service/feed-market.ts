/**
 * A market at full speed for the feed's bench: every watched symbol trades once in `paceMs`, at staggered
 * times.
 */
import type { Quote } from '#contract/feed.ts'
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'

type Traded = { readonly symbol: string; readonly listeners: Set<(quote: Quote) => void> }

/** Every watched symbol is traded once in this time. */
export const paceMs = 250
/** The symbols are divided among so many moments. */
const moments = 25

/**
 * `symbols` of them are traded, S0 and on. A quote's time is when it was due: where the process was busy with something else
 * then, that counts as well, as it does for a trade that waits in the source's socket.
 */
export function fastMarket(symbols: number): Market {
  const traded = new Map<string, Traded>()
  for (let at = 0; at < symbols; at++) traded.set(`S${at}`, { symbol: `S${at}`, listeners: new Set() })
  const all = [...traded.values()]
  const begun = Date.now()
  let trades = 0
  const quoteOf = (symbol: string, time: number): Quote => ({
    symbol,
    last: 100 + (trades++ % 1000) / 100,
    change: 1.25,
    percentageChange: 0.98,
    volume: 12_345_678 + trades,
    time: new Date(time).toISOString(),
  })
  let moment = 0
  const tradeMoment = (time: number) => {
    for (let at = moment % moments; at < all.length; at += moments) {
      const { symbol, listeners } = all[at]!
      if (listeners.size === 0) continue
      const quote = quoteOf(symbol, time)
      for (const listener of listeners) listener(quote)
    }
  }
  const timer = setInterval(() => {
    for (;;) {
      const due = begun + (moment * paceMs) / moments
      if (due > Date.now()) return
      tradeMoment(due)
      moment++
    }
  }, paceMs / moments)
  return {
    ...simulatedMarket({ seed: 1 }),
    quote: async (symbol) => (traded.has(symbol) ? quoteOf(symbol, Date.now()) : undefined),
    watch(watched, onQuote): Stop {
      for (const symbol of watched) traded.get(symbol)?.listeners.add(onQuote)
      return () => {
        for (const symbol of watched) traded.get(symbol)?.listeners.delete(onQuote)
      }
    },
    close: async () => clearInterval(timer),
  }
}
