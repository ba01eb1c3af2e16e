/**
 * The quotes all feed connections share: one subscription to the market per symbol, however many follow it, and its
 * latest quote, written as JSON once.
 */
import type { Quote } from '#contract/feed.ts'
import type { Market, Stop } from '#service/market/market.ts'
import type { Followable } from './subscriptions.ts'

/** Keys are the symbols. */
export type SharedQuotes = Followable

type Followed = { readonly stop: Stop; readonly listeners: Set<(symbol: string) => void> }

export function createSharedQuotes(market: Pick<Market, 'watch' | 'quote'>): SharedQuotes {
  const followed = new Map<string, Followed>()
  const latest = new Map<string, Quote>()
  const texts = new Map<string, string>()

  const setLatest = (quote: Quote) => {
    latest.set(quote.symbol, quote)
    texts.delete(quote.symbol)
  }
  const watch = (symbol: string): Followed => {
    const listeners = new Set<(symbol: string) => void>()
    const stop = market.watch([symbol], (quote) => {
      setLatest(quote)
      for (const listener of listeners) listener(quote.symbol)
    })
    return { stop, listeners }
  }

  return {
    follow(symbol, onChange) {
      let one = followed.get(symbol)
      if (!one) followed.set(symbol, (one = watch(symbol)))
      const { stop, listeners } = one
      listeners.add(onChange)
      return () => {
        if (!listeners.delete(onChange) || listeners.size > 0) return
        stop()
        followed.delete(symbol)
        latest.delete(symbol)
        texts.delete(symbol)
      }
    },
    async quote(symbol) {
      const known = latest.get(symbol)
      if (known) return known
      const quote = await market.quote(symbol)
      // A trade may have come in while the market was asked; it is the newer one.
      if (quote && followed.has(symbol) && !latest.has(symbol)) setLatest(quote)
      return latest.get(symbol) ?? quote
    },
    text(symbol) {
      const quote = latest.get(symbol)
      if (!quote) return undefined
      let text = texts.get(symbol)
      if (text === undefined) texts.set(symbol, (text = JSON.stringify(quote)))
      return text
    },
  }
}
