/** The quotes of symbols that all feed connections to one market share: one market subscription per symbol. */
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import { emptyQuote, setQuote } from './shared-quote.ts'
import type { SharedQuoteSet, SharedQuote } from './shared-quote.ts'

/** Keys are the symbols. */
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
      // A trade may have arrived during the query; it is newer.
      if (quote && !sharedQuote.quote) setQuote(sharedQuote, quote)
      return sharedQuote.quote !== undefined
    },
  }
}
