/** The quotes of symbols that all feed connections to one market share: one market subscription per symbol. */
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import { emptyQuote, setQuote } from './shared-quote.ts'
import type { SharedQuoteValue, SharedQuote } from './shared-quote.ts'

/** Keys are the symbols. */
export function createSharedQuotes(market: Pick<Market, 'watch' | 'quote'>): SharedQuoteValue {
  const watched = new Map<string, { readonly followed: SharedQuote; readonly stop: Stop }>()

  const watch = (symbol: string) => {
    const followed = emptyQuote(symbol)
    const stop = market.watch([symbol], (quote) => setQuote(followed, quote))
    return { followed, stop }
  }

  return {
    follow(symbol) {
      let one = watched.get(symbol)
      if (!one) watched.set(symbol, (one = watch(symbol)))
      one.followed.followers++
      return one.followed
    },
    leave(followed) {
      if (--followed.followers > 0) return
      watched.get(followed.key)?.stop()
      watched.delete(followed.key)
    },
    async ask(followed) {
      if (followed.quote) return true
      const quote = await market.quote(followed.key)
      // A trade may have arrived during the query; it is newer.
      if (quote && !followed.quote) setQuote(followed, quote)
      return followed.quote !== undefined
    },
  }
}
