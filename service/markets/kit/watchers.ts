/** Subscriptions to symbols. All share one timer, which runs only while there are subscriptions. */
import type { Quote } from '#contract/feed.ts'
import type { Stop } from '#service/shared/stop.ts'

export type Watchers = {
  /**
   * Starts calling `onQuote` with the symbols' new quotes. The returned function may be called
   * twice.
   */
  watch(symbols: readonly string[], onQuote: (quote: Quote) => void): Stop
  /** Ends all subscriptions. */
  close(): void
}

type Watcher = { readonly symbols: ReadonlySet<string>; readonly onQuote: (quote: Quote) => void }

/**
 * Polls each subscribed symbol every `tickMs`. `quoteOf` returns undefined for an unknown symbol; a quote
 * with an unchanged time is not a new trade and is not delivered.
 */
export function makeWatchers(quoteOf: (symbol: string) => Quote | undefined, tickMs: number): Watchers {
  const watchers = new Set<Watcher>()
  const lastTimes = new Map<string, string>()
  let timer: ReturnType<typeof setInterval> | undefined

  const poll = () => {
    const watchersBySymbol = new Map<string, Watcher[]>()
    for (const watcher of watchers) {
      for (const symbol of watcher.symbols) {
        const list = watchersBySymbol.get(symbol)
        if (list) list.push(watcher)
        else watchersBySymbol.set(symbol, [watcher])
      }
    }
    for (const symbol of lastTimes.keys()) if (!watchersBySymbol.has(symbol)) lastTimes.delete(symbol)
    for (const [symbol, list] of watchersBySymbol) {
      const quote = quoteOf(symbol)
      if (!quote || lastTimes.get(symbol) === quote.time) continue
      lastTimes.set(symbol, quote.time)
      // Skips a watcher that an earlier `onQuote` of this poll has removed.
      for (const watcher of list) if (watchers.has(watcher)) watcher.onQuote(quote)
    }
  }
  const stopTimerIfUnused = () => {
    if (watchers.size > 0 || timer === undefined) return
    clearInterval(timer)
    timer = undefined
    lastTimes.clear()
  }

  return {
    watch(symbols, onQuote) {
      const watcher: Watcher = { symbols: new Set(symbols), onQuote }
      for (const symbol of watcher.symbols) {
        const quote = lastTimes.has(symbol) ? undefined : quoteOf(symbol)
        if (quote) lastTimes.set(symbol, quote.time)
      }
      watchers.add(watcher)
      timer ??= setInterval(poll, tickMs)
      return () => {
        watchers.delete(watcher)
        stopTimerIfUnused()
      }
    },
    close() {
      watchers.clear()
      stopTimerIfUnused()
    },
  }
}
