/**
 * Quotes of one kind, symbols or options, shared by all feed connections of one market: one
 * subscription per key, whatever the number of clients.
 */
import type { ProblemCode } from '#contract/api/problem.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { Stop } from '#service/shared/stop.ts'
import { emptyQuote, setQuote } from './shared-quote.ts'
import type { SharedQuoteSet, SharedQuote } from './shared-quote.ts'

/** Where the quotes of one kind come from. */
export type QuoteSource<Quote extends object> = {
  /** See `SharedQuoteSet.refusalOf`; for keys without a quote so far. */
  refusalOf(key: string, block: string): MaybePromise<ProblemCode | undefined>
  /** Calls `onQuote` with each new quote of a key, until stopped. */
  watch(key: string, onQuote: (quote: Quote) => void): Stop
  /** Returns the current quote; undefined if the key is unknown. Rejects if the market fails. */
  load(key: string): Promise<Quote | undefined>
  /** Whether a quote repeats the previous one, so that it is not sent. Default: no quote does. */
  readonly isRepeated?: (previous: Quote, quote: Quote) => boolean
}

/** Creates an empty set. */
export function createSharedQuotes<Quote extends object>(source: QuoteSource<Quote>): SharedQuoteSet {
  const subscriptions = new Map<string, { readonly sharedQuote: SharedQuote; readonly stop: Stop }>()

  const watch = (key: string) => {
    const sharedQuote = emptyQuote(key)
    const stop = source.watch(key, (quote) => {
      const previous = sharedQuote.quote as Quote | undefined
      if (!previous || !source.isRepeated?.(previous, quote)) setQuote(sharedQuote, quote)
    })
    return { sharedQuote, stop }
  }

  return {
    refusalOf: (key, block) =>
      subscriptions.get(key)?.sharedQuote.quote ? undefined : source.refusalOf(key, block),
    subscribe(key) {
      let subscription = subscriptions.get(key)
      if (!subscription) subscriptions.set(key, (subscription = watch(key)))
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
      const quote = await source.load(sharedQuote.key)
      // Keeps a quote that has arrived during the query, because it is newer.
      if (quote && !sharedQuote.quote) setQuote(sharedQuote, quote)
      return sharedQuote.quote !== undefined
    },
  }
}
