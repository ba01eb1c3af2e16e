/**
 * The quotes of options that all feed connections to one market share. Sources do not push them: the chain of each symbol of
 * which an option is followed is looked at again and again, once for all who follow, and what has changed is passed on.
 */
import type { OptionQuote } from '#contract/feed.ts'
import { optionPaceMs } from '#contract/feed.ts'
import type { Chain, Contract, Stop } from '#service/market/market.ts'
import { listedContract } from '#service/market/osi.ts'
import type { Followable } from './subscriptions.ts'

export type OptionSource = {
  /** The chain of a symbol as other answers show it; undefined where there is none. Rejects where the market fails. */
  readonly chain: (symbol: string) => Promise<Chain | undefined>
  /** The market stands still: no quote of it ever changes. */
  readonly stands: () => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Options by their keys (`optionKey`). */
export type SharedOptions = Followable & {
  /** Looks at symbols whose time has come, the one that has waited longest first. Called again and again; never rejects. */
  look(): Promise<void>
}

/** An option among all: its symbol, which an option symbol does not tell, and its own. */
export const optionKey = (symbol: string, id: string): string => `${symbol} ${id}`

/** A source that has failed is left alone for this long. */
const afterFailureMs = 15_000
/** After so many milliseconds others are let in; who has not been looked at is first the next time. */
const turnMs = 25

type Followed = {
  readonly id: string
  readonly listeners: Set<(key: string) => void>
  quote: OptionQuote | undefined
}
/** A symbol some of whose options are followed, by their keys. */
type Watched = { readonly options: Map<string, Followed>; dueAt: number; seen: Chain | undefined }

const quoteOf = ({ id, bid, ask, last }: Contract, { asOf }: Chain): OptionQuote => ({
  id,
  bid,
  ask,
  last,
  time: asOf.toISOString(),
})

const isSame = (one: OptionQuote, other: OptionQuote): boolean =>
  one.bid === other.bid && one.ask === other.ask && one.last === other.last

/** Takes over what the chain says of the options that are followed, and tells who follows those that have changed. */
function takeOver(watched: Watched, chain: Chain): void {
  if (watched.seen === chain) return
  watched.seen = chain
  for (const [key, followed] of watched.options) {
    const contract = listedContract(chain, followed.id)
    if (!contract) continue
    const quote = quoteOf(contract, chain)
    if (followed.quote && isSame(followed.quote, quote)) continue
    followed.quote = quote
    for (const listener of followed.listeners) listener(key)
  }
}

export function createSharedOptions({ chain: chainOf, stands, now }: OptionSource): SharedOptions {
  const symbols = new Map<string, Watched>()
  let isLooking = false

  const split = (key: string): [symbol: string, id: string] => {
    const at = key.indexOf(' ')
    return [key.slice(0, at), key.slice(at + 1)]
  }
  const lookAt = async (symbol: string, watched: Watched) => {
    watched.dueAt = now() + optionPaceMs
    try {
      const chain = await chainOf(symbol)
      if (chain) takeOver(watched, chain)
    } catch {
      // The log has it from whoever reads the market; the last quote and its time stay.
      watched.dueAt = now() + afterFailureMs
    }
  }

  return {
    follow(key, onChange) {
      const [symbol, id] = split(key)
      let watched = symbols.get(symbol)
      if (!watched) {
        watched = { options: new Map(), dueAt: now() + optionPaceMs, seen: undefined }
        symbols.set(symbol, watched)
      }
      const { options } = watched
      let followed = options.get(key)
      if (!followed) {
        options.set(key, (followed = { id, listeners: new Set(), quote: undefined }))
        // The chain that was seen last has not been asked about this one.
        watched.seen = undefined
      }
      const { listeners } = followed
      listeners.add(onChange)
      return (): ReturnType<Stop> => {
        if (!listeners.delete(onChange) || listeners.size > 0) return
        options.delete(key)
        if (options.size === 0) symbols.delete(symbol)
      }
    },
    async quote(key) {
      const [symbol, id] = split(key)
      const known = symbols.get(symbol)?.options.get(key)?.quote
      if (known) return known
      const chain = await chainOf(symbol)
      const contract = listedContract(chain, id)
      if (!chain || !contract) return undefined
      const quote = quoteOf(contract, chain)
      const followed = symbols.get(symbol)?.options.get(key)
      if (followed) followed.quote ??= quote
      return followed?.quote ?? quote
    },
    text(key) {
      const quote = symbols.get(split(key)[0])?.options.get(key)?.quote
      return quote && JSON.stringify(quote)
    },
    async look() {
      if (isLooking || stands()) return
      isLooking = true
      const begun = now()
      const due = [...symbols].filter(([, { dueAt }]) => dueAt <= begun)
      for (const [symbol, watched] of due.toSorted(([, one], [, other]) => one.dueAt - other.dueAt)) {
        await lookAt(symbol, watched)
        if (now() - begun >= turnMs) break
      }
      isLooking = false
    },
  }
}
