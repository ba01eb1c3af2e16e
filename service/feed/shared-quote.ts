/**
 * A quote that connections follow, of a symbol or of an option: kept once and written as JSON once, however many follow it.
 * What a connection remembers of it is the version it was sent, so that who changes a quote calls nobody.
 */
export type Followed = {
  /** Whatever tells it from others of its kind. */
  readonly key: string
  /** Connections that follow it. */
  followers: number
  /** The latest; undefined where there was none yet. */
  quote: object | undefined
  /** Rises with each quote; 0 before the first. */
  version: number
  /** The latest as JSON, once somebody has needed it. */
  text: string | undefined
}

/** Quotes of a kind, by their keys. */
export type Followable = {
  /** The quote of the key is kept up to date from now on, until everybody who follows it has left. */
  follow(key: string): Followed
  leave(followed: Followed): void
  /** Whether there is anything of that key; its quote is there then. Rejects where the market fails. */
  ask(followed: Followed): Promise<boolean>
}

export const nobodys = (key: string): Followed => ({
  key,
  followers: 0,
  quote: undefined,
  version: 0,
  text: undefined,
})

export function setQuote(followed: Followed, quote: object): void {
  followed.quote = quote
  followed.version++
  followed.text = undefined
}

/** The latest quote as JSON; undefined where there was none yet. */
export function textOf(followed: Followed): string | undefined {
  if (followed.text === undefined && followed.quote) followed.text = JSON.stringify(followed.quote)
  return followed.text
}
