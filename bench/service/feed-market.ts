/**
 * A fast market for the feed's bench: every watched symbol trades once per `intervalMs`, at staggered times.
 */
import type { Quote } from '#contract/feed.ts'
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'

type TradedSymbol = { readonly symbol: string; readonly listeners: Set<(quote: Quote) => void> }

/** Every watched symbol is traded once in this time. */
export const intervalMs = 250
/** The symbols are divided into this many time slots. */
const slotCount = 25

/**
 * Trades `symbolCount` symbols: S0, S1, … A quote's time is its due time, so that a delay of this process counts as
 * well, like that of a trade that waits in the source's socket.
 */
export function fastMarket(symbolCount: number): Market {
  const traded = new Map<string, TradedSymbol>()
  for (let index = 0; index < symbolCount; index++)
    traded.set(`S${index}`, { symbol: `S${index}`, listeners: new Set() })
  const tradedSymbols = [...traded.values()]
  const startedAt = Date.now()
  let trades = 0
  const quoteOf = (symbol: string, time: number): Quote => ({
    symbol,
    last: 100 + (trades++ % 1000) / 100,
    change: 1.25,
    percentageChange: 0.98,
    volume: 12_345_678 + trades,
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
