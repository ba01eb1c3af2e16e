/** The quotes of symbols that all feed connections to one market share: one subscription to the market a symbol. */
import type { Market, Stop } from '#service/markets/market.ts'
import { nobodys, setQuote } from './shared-quote.ts'
import type { Followable, Followed } from './shared-quote.ts'

/** Keys are the symbols. */
export function createSharedQuotes(market: Pick<Market, 'watch' | 'quote'>): Followable {
  const watched = new Map<string, { readonly followed: Followed; readonly stop: Stop }>()

  const watch = (symbol: string) => {
    const followed = nobodys(symbol)
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
      // A trade may have come in while the market was asked; it is the newer one.
      if (quote && !followed.quote) setQuote(followed, quote)
      return followed.quote !== undefined
    },
  }
}
