/**
 * Option quotes shared by all feed connections of one market. Sources do not push them: the chain
 * of each symbol with subscribed options is polled once for all subscribers, and changes are
 * applied.
 */
import type { OptionQuote } from '#contract/feed.ts'
import { minOptionIntervalMs } from '#contract/feed.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { listedContract } from '#service/markets/osi.ts'
import { emptyQuote, setQuote } from './shared-quote.ts'
import type { SharedQuoteSet, SharedQuote } from './shared-quote.ts'

export type OptionSource = {
  /**
   * Returns the cached chain of a symbol; undefined without options. Rejects if the market fails.
   */
  readonly chain: (symbol: string) => Promise<Chain | undefined>
  /** Whether the market is static: its quotes never change. */
  readonly isStatic: () => boolean
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** Option quotes. The keys are those of `optionKey`. */
export type SharedOptions = SharedQuoteSet & {
  /** Polls the symbols that are due, longest overdue first. Never rejects. Call it periodically. */
  poll(): Promise<void>
}

/**
 * Returns the key of an option: its underlying, which its OSI symbol does not determine, and its
 * OSI symbol.
 */
export const optionKey = (symbol: string, id: string): string => `${symbol} ${id}`

/** Delay before a symbol whose source has failed is polled again, milliseconds. */
const retryDelayMs = 15_000
/** A poll ends after this many milliseconds. The next one starts with the symbols that remain. */
const pollSliceMs = 25

/** A symbol with subscribed options, by their keys. */
type SubscribedSymbol = {
  readonly options: Map<string, SharedQuote>
  /** Time of the next poll, monotonic milliseconds. */
  dueAt: number
  /** The chain that all options have the quotes of. */
  appliedChain: Chain | undefined
}

const splitKey = (key: string): [symbol: string, id: string] => {
  const index = key.indexOf(' ')
  return [key.slice(0, index), key.slice(index + 1)]
}

const quoteOf = ({ id, bid, ask, last }: Contract, { asOf }: Chain): OptionQuote => ({
  id,
  bid,
  ask,
  last,
  time: asOf.toISOString(),
})

const isSameQuote = (a: OptionQuote, b: OptionQuote): boolean =>
  a.bid === b.bid && a.ask === b.ask && a.last === b.last

/** Applies the quotes of a chain to the subscribed options. */
function applyChain(subscribed: SubscribedSymbol, chain: Chain): void {
  if (subscribed.appliedChain === chain) return
  subscribed.appliedChain = chain
  for (const [key, sharedQuote] of subscribed.options) {
    const contract = listedContract(chain, splitKey(key)[1])
    if (!contract) continue
    const quote = quoteOf(contract, chain)
    if (!sharedQuote.quote || !isSameQuote(sharedQuote.quote as OptionQuote, quote))
      setQuote(sharedQuote, quote)
  }
}

export function createSharedOptions({ chain: chainOf, isStatic, now }: OptionSource): SharedOptions {
  const symbols = new Map<string, SubscribedSymbol>()
  let isPolling = false

  const pollSymbol = async (symbol: string, subscribed: SubscribedSymbol) => {
    subscribed.dueAt = now() + minOptionIntervalMs
    try {
      const chain = await chainOf(symbol)
      if (chain) applyChain(subscribed, chain)
    } catch {
      // The look-up cache has logged the failure. The last quote remains, with its time.
      subscribed.dueAt = now() + retryDelayMs
    }
  }

  return {
    subscribe(key) {
      const [symbol] = splitKey(key)
      let subscribed = symbols.get(symbol)
      if (!subscribed) {
        subscribed = { options: new Map(), dueAt: now() + minOptionIntervalMs, appliedChain: undefined }
        symbols.set(symbol, subscribed)
      }
      let sharedQuote = subscribed.options.get(key)
      if (!sharedQuote) {
        subscribed.options.set(key, (sharedQuote = emptyQuote(key)))
        // The last chain was not applied to this option.
        subscribed.appliedChain = undefined
      }
      sharedQuote.subscriberCount++
      return sharedQuote
    },
    unsubscribe(sharedQuote) {
      if (--sharedQuote.subscriberCount > 0) return
      const [symbol] = splitKey(sharedQuote.key)
      const options = symbols.get(symbol)?.options
      options?.delete(sharedQuote.key)
      if (options?.size === 0) symbols.delete(symbol)
    },
    async load(sharedQuote) {
      if (sharedQuote.quote) return true
      const [symbol, id] = splitKey(sharedQuote.key)
      const chain = await chainOf(symbol)
      const contract = listedContract(chain, id)
      // Keeps a quote that a poll has set during the query.
      if (chain && contract && !sharedQuote.quote) setQuote(sharedQuote, quoteOf(contract, chain))
      return sharedQuote.quote !== undefined
    },
    async poll() {
      if (isPolling || isStatic()) return
      isPolling = true
      const startedAt = now()
      const due = [...symbols].filter(([, { dueAt }]) => dueAt <= startedAt)
      for (const [symbol, subscribed] of due.toSorted(([, a], [, b]) => a.dueAt - b.dueAt)) {
        await pollSymbol(symbol, subscribed)
        if (now() - startedAt >= pollSliceMs) break
      }
      isPolling = false
    },
  }
}
