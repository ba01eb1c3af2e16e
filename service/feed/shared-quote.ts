/**
 * A quote of a symbol or an option, shared by its subscribers: stored and serialised once. A connection
 * remembers the version it was sent last, so updating a quote notifies no one.
 */
export type SharedQuote = {
  /** Identifies it within its kind. */
  readonly key: string
  /** Number of subscribed connections. */
  subscriberCount: number
  /** The latest quote; undefined before the first. */
  quote: object | undefined
  /** Increases with each quote; 0 before the first. */
  version: number
  /** JSON of the latest value, serialised on first use. */
  text: string | undefined
}

/** Quotes of a kind, by their keys. */
export type SharedQuoteSet = {
  /** Subscribes: the quote of the key is kept up to date until its last subscriber leaves. */
  subscribe(key: string): SharedQuote
  unsubscribe(sharedQuote: SharedQuote): void
  /** Whether the key exists; its quote is then available. Rejects if the market fails. */
  load(sharedQuote: SharedQuote): Promise<boolean>
}

export const emptyQuote = (key: string): SharedQuote => ({
  key,
  subscriberCount: 0,
  quote: undefined,
  version: 0,
  text: undefined,
})

export function setQuote(sharedQuote: SharedQuote, quote: object): void {
  sharedQuote.quote = quote
  sharedQuote.version++
  sharedQuote.text = undefined
}

/** The latest quote as JSON; undefined before the first. */
export function textOf(sharedQuote: SharedQuote): string | undefined {
  if (sharedQuote.text === undefined && sharedQuote.quote)
    sharedQuote.text = JSON.stringify(sharedQuote.quote)
  return sharedQuote.text
}
