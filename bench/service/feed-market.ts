/**
 * A fast market for the feed benchmark: every watched symbol trades once per `intervalMs`, at
 * staggered times.
 */
import type { Quote } from '#contract/feed.ts'
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'

type TradedSymbol = { readonly symbol: string; readonly listeners: Set<(quote: Quote) => void> }

/** Time between two trades of a symbol. */
export const intervalMs = 250
/** Number of time slots per interval, over which the symbols are spread. */
const slotCount = 25

/**
 * Creates a market that trades `symbolCount` symbols: S0, S1, … A quote's time is the time at which
 * it was due, so that its age includes delays of this process, like the delay of a trade that waits
 * in the source's socket.
 */
export function fastMarket(symbolCount: number): Market {
  const traded = new Map<string, TradedSymbol>()
  for (let index = 0; index < symbolCount; index++)
    traded.set(`S${index}`, { symbol: `S${index}`, listeners: new Set() })
  const tradedSymbols = [...traded.values()]
  const startedAt = Date.now()
  let tradeCount = 0
  const quoteOf = (symbol: string, time: number): Quote => ({
    symbol,
    last: 100 + (tradeCount++ % 1000) / 100,
    change: 1.25,
    percentageChange: 0.98,
    volume: 12_345_678 + tradeCount,
    time: new Date(time).toISOString(),
  })
  let slot = 0
  const tradeSlot = (time: number) => {
    for (let index = slot % slotCount; index < tradedSymbols.length; index += slotCount) {
      const { symbol, listeners } = tradedSymbols[index]!
      if (listeners.size === 0) continue
      const quote = quoteOf(symbol, time)
      for (const listener of listeners) listener(quote)
    }
  }
  const timer = setInterval(() => {
    for (;;) {
      const dueAt = startedAt + (slot * intervalMs) / slotCount
      if (dueAt > Date.now()) return
      tradeSlot(dueAt)
      slot++
    }
  }, intervalMs / slotCount)
  return {
    ...simulatedMarket({ seed: 1 }),
    universe: async () => [...traded.keys()].toSorted(),
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
