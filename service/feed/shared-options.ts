/**
 * Option quotes shared by all feed connections of one market. Sources do not push them: the chain of each
 * symbol with subscribed options is polled once for all subscribers, and changes are applied.
 */
import type { OptionQuote } from '#contract/feed.ts'
import { optionPaceMs } from '#contract/feed.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { listedContract } from '#service/markets/osi.ts'
import { emptyQuote, setQuote } from './shared-quote.ts'
import type { SharedQuoteValue, SharedQuote } from './shared-quote.ts'

export type OptionSource = {
  /** The chain of a symbol as look-ups return it; undefined without options. Rejects if the market fails. */
  readonly chain: (symbol: string) => Promise<Chain | undefined>
  /** The market is static: its quotes never change. */
  readonly stands: () => boolean
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** Options by their keys (`optionKey`). */
export type SharedOptions = SharedQuoteValue & {
  /** Polls the symbols that are due, longest waiting first. Called periodically; never rejects. */
  look(): Promise<void>
}

/** Key of an option: its underlying, which the option symbol does not determine, and its option symbol. */
export const optionKey = (symbol: string, id: string): string => `${symbol} ${id}`

/** Pause after a failure of the source, milliseconds. */
const afterFailureMs = 15_000
/** Yields after this many milliseconds; the symbols not reached are first the next time. */
const turnMs = 25

/** A symbol with subscribed options, by their keys. */
type Watched = { readonly options: Map<string, SharedQuote>; dueAt: number; seen: Chain | undefined }

const split = (key: string): [symbol: string, id: string] => {
  const at = key.indexOf(' ')
  return [key.slice(0, at), key.slice(at + 1)]
}

const quoteOf = ({ id, bid, ask, last }: Contract, { asOf }: Chain): OptionQuote => ({
  id,
  bid,
  ask,
  last,
  time: asOf.toISOString(),
})

const isSame = (one: OptionQuote, other: OptionQuote): boolean =>
  one.bid === other.bid && one.ask === other.ask && one.last === other.last

/** Applies the quotes of a chain to the subscribed options. */
function takeOver(watched: Watched, chain: Chain): void {
  if (watched.seen === chain) return
  watched.seen = chain
  for (const [key, followed] of watched.options) {
    const contract = listedContract(chain, split(key)[1])
    if (!contract) continue
    const quote = quoteOf(contract, chain)
    if (!followed.quote || !isSame(followed.quote as OptionQuote, quote)) setQuote(followed, quote)
  }
}

export function createSharedOptions({ chain: chainOf, stands, now }: OptionSource): SharedOptions {
  const symbols = new Map<string, Watched>()
  let isLooking = false

  const lookAt = async (symbol: string, watched: Watched) => {
    watched.dueAt = now() + optionPaceMs
    try {
      const chain = await chainOf(symbol)
      if (chain) takeOver(watched, chain)
    } catch {
      // The market's reader has logged it; the last quote and its time stay.
      watched.dueAt = now() + afterFailureMs
    }
  }

  return {
    follow(key) {
      const [symbol] = split(key)
      let watched = symbols.get(symbol)
      if (!watched) {
        watched = { options: new Map(), dueAt: now() + optionPaceMs, seen: undefined }
        symbols.set(symbol, watched)
      }
      let followed = watched.options.get(key)
      if (!followed) {
        watched.options.set(key, (followed = emptyQuote(key)))
        // The last chain was applied before this option was subscribed.
        watched.seen = undefined
      }
      followed.followers++
      return followed
    },
    leave(followed) {
      if (--followed.followers > 0) return
      const [symbol] = split(followed.key)
      const options = symbols.get(symbol)?.options
      options?.delete(followed.key)
      if (options?.size === 0) symbols.delete(symbol)
    },
    async ask(followed) {
      if (followed.quote) return true
      const [symbol, id] = split(followed.key)
      const chain = await chainOf(symbol)
      const contract = listedContract(chain, id)
      // Another poll may have updated it meanwhile.
      if (chain && contract && !followed.quote) setQuote(followed, quoteOf(contract, chain))
      return followed.quote !== undefined
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
