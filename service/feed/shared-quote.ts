import type { ProblemCode } from '#contract/api/problem.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

/**
 * A quote of a symbol or an option, stored and serialised once for all its subscribers. Each
 * connection stores the version that it sent last, so an update needs no notification.
 */
export type SharedQuote = {
  /** Key within its kind: the symbol, or the `optionKey`. */
  readonly key: string
  /** Number of subscribed connections. */
  subscriberCount: number
  /** The latest quote; undefined before the first. */
  quote: object | undefined
  /** Number of updates; 0 before the first quote. */
  version: number
  /** The latest quote as JSON, memoized; undefined until it is used. */
  json: string | undefined
}

/** Quotes of one kind, symbols or options, by key. */
export type SharedQuoteSet = {
  /**
   * Returns the code of the problem if a client of this address block may not subscribe to the key,
   * otherwise undefined. Call it before `subscribe`. Rejects if the market fails.
   */
  refusalOf(key: string, block: string): MaybePromise<ProblemCode | undefined>
  /** Adds a subscriber. The quote of the key is updated until its last subscriber unsubscribes. */
  subscribe(key: string): SharedQuote
  unsubscribe(sharedQuote: SharedQuote): void
  /**
   * Loads the first quote, if it is missing. Returns whether the key exists. Rejects if the market
   * fails.
   */
  load(sharedQuote: SharedQuote): Promise<boolean>
}

export const emptyQuote = (key: string): SharedQuote => ({
  key,
  subscriberCount: 0,
  quote: undefined,
  version: 0,
  json: undefined,
})

export function setQuote(sharedQuote: SharedQuote, quote: object): void {
  sharedQuote.quote = quote
  sharedQuote.version++
  sharedQuote.json = undefined
}

/** Returns the latest quote as JSON; undefined before the first. */
export function quoteJson(sharedQuote: SharedQuote): string | undefined {
  if (sharedQuote.json === undefined && sharedQuote.quote)
    sharedQuote.json = JSON.stringify(sharedQuote.quote)
  return sharedQuote.json
}
