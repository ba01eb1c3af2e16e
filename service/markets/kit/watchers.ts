/** Subscriptions to symbols over one shared timer, which runs only while there is one. */
import type { Quote } from '#contract/feed.ts'
import type { Stop } from '#service/shared/stop.ts'

export type Watchers = {
  /** Starts calling `onQuote` with the symbols' new quotes. Stopping twice is fine. */
  watch(symbols: readonly string[], onQuote: (quote: Quote) => void): Stop
  /** Ends all subscriptions. */
  close(): void
}

type Watcher = { readonly symbols: ReadonlySet<string>; readonly onQuote: (quote: Quote) => void }

/**
 * Polls each subscribed symbol every `tickMs`. `quoteOf` returns undefined for an unknown symbol; a quote
 * with an unchanged time is no trade and is not delivered.
 */
export function makeWatchers(quoteOf: (symbol: string) => Quote | undefined, tickMs: number): Watchers {
  const watchers = new Set<Watcher>()
  const seen = new Map<string, string>()
  let timer: ReturnType<typeof setInterval> | undefined

  const look = () => {
    const watched = new Map<string, Watcher[]>()
    for (const watcher of watchers) {
      for (const symbol of watcher.symbols) {
        const list = watched.get(symbol)
        if (list) list.push(watcher)
        else watched.set(symbol, [watcher])
      }
    }
    for (const symbol of seen.keys()) if (!watched.has(symbol)) seen.delete(symbol)
    for (const [symbol, list] of watched) {
      const quote = quoteOf(symbol)
      if (!quote || seen.get(symbol) === quote.time) continue
      seen.set(symbol, quote.time)
      // A listener removed by an earlier call of this round is not called.
      for (const watcher of list) if (watchers.has(watcher)) watcher.onQuote(quote)
    }
  }
  const rest = () => {
    if (watchers.size > 0 || timer === undefined) return
    clearInterval(timer)
    timer = undefined
    seen.clear()
  }

  return {
    watch(symbols, onQuote) {
      const watcher: Watcher = { symbols: new Set(symbols), onQuote }
      for (const symbol of watcher.symbols) {
        const quote = seen.has(symbol) ? undefined : quoteOf(symbol)
        if (quote) seen.set(symbol, quote.time)
      }
      watchers.add(watcher)
      timer ??= setInterval(look, tickMs)
      return () => {
        watchers.delete(watcher)
        rest()
      }
    },
    close() {
      watchers.clear()
      rest()
    },
  }
}
