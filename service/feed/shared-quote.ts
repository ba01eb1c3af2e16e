/**
 * A quote of a symbol or an option, shared by its subscribers: stored and serialised once. A connection
 * remembers the version it was sent last, so updating a quote notifies no one.
 */
export type SharedQuote = {
  /** Identifies it within its kind. */
  readonly key: string
  /** Number of subscribed connections. */
  followers: number
  /** The latest quote; undefined before the first. */
  quote: object | undefined
  /** Rises with each quote; 0 before the first. */
  version: number
  /** JSON of the latest value, serialised on first use. */
  text: string | undefined
}

/** Quotes of a kind, by their keys. */
export type SharedQuoteValue = {
  /** Subscribes: the quote of the key is kept up to date until its last subscriber leaves. */
  follow(key: string): SharedQuote
  leave(followed: SharedQuote): void
  /** Whether the key exists; its quote is then available. Rejects if the market fails. */
  ask(followed: SharedQuote): Promise<boolean>
}

export const emptyQuote = (key: string): SharedQuote => ({
  key,
  followers: 0,
  quote: undefined,
  version: 0,
  text: undefined,
})

export function setQuote(followed: SharedQuote, quote: object): void {
  followed.quote = quote
  followed.version++
  followed.text = undefined
}

/** The latest quote as JSON; undefined before the first. */
export function textOf(followed: SharedQuote): string | undefined {
  if (followed.text === undefined && followed.quote) followed.text = JSON.stringify(followed.quote)
  return followed.text
}
