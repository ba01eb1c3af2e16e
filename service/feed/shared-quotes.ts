/**
 * Symbol quotes shared by all feed connections of one market: one market subscription per symbol.
 */
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import { emptyQuote, setQuote } from './shared-quote.ts'
import type { SharedQuoteSet, SharedQuote } from './shared-quote.ts'

/** Creates an empty set. Its keys are the symbols. */
export function createSharedQuotes(market: Pick<Market, 'watch' | 'quote'>): SharedQuoteSet {
  const subscriptions = new Map<string, { readonly sharedQuote: SharedQuote; readonly stop: Stop }>()

  const watch = (symbol: string) => {
    const sharedQuote = emptyQuote(symbol)
    const stop = market.watch([symbol], (quote) => setQuote(sharedQuote, quote))
    return { sharedQuote, stop }
  }

  return {
    subscribe(symbol) {
      let subscription = subscriptions.get(symbol)
      if (!subscription) subscriptions.set(symbol, (subscription = watch(symbol)))
      subscription.sharedQuote.subscriberCount++
      return subscription.sharedQuote
    },
    unsubscribe(sharedQuote) {
      if (--sharedQuote.subscriberCount > 0) return
      subscriptions.get(sharedQuote.key)?.stop()
      subscriptions.delete(sharedQuote.key)
    },
    async load(sharedQuote) {
      if (sharedQuote.quote) return true
      const quote = await market.quote(sharedQuote.key)
      // Keeps a quote that has arrived during the query, because it is newer.
      if (quote && !sharedQuote.quote) setQuote(sharedQuote, quote)
      return sharedQuote.quote !== undefined
    },
  }
}
