/**
 * Option quotes shared by all feed connections of one market. The market pushes them
 * (`watchContracts`); if it does not, its chains are polled (`polled-contracts.ts`).
 */
import type { OptionQuote } from '#contract/feed.ts'
import type { FeedMarket } from '#service/lookups/environments.ts'
import type { RefuseUnknown } from './known-symbols.ts'
import { createPolledContracts, quoteIn } from './polled-contracts.ts'
import type { ReadChain } from './polled-contracts.ts'
import { createSharedQuotes } from './shared-quotes.ts'
import type { SharedQuoteSet } from './shared-quote.ts'

export type SharedOptionsParts = {
  readonly market: Pick<FeedMarket, 'status' | 'watchContracts' | 'onNewDay'>
  /** Reads the cached chain: for the first quote of a contract, and for polls. */
  readonly chain: ReadChain
  /** Refuses underlyings that the market does not know. */
  readonly refuseUnknown: RefuseUnknown
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** Option quotes. The keys are those of `optionKey`. */
export type SharedOptions = SharedQuoteSet & {
  /** Polls if the market does not push option quotes. Never rejects. Call it periodically. */
  poll(): Promise<void>
}

/**
 * Returns the key of an option: its underlying, which its OSI symbol does not determine, and its
 * OSI symbol.
 */
export const optionKey = (symbol: string, id: string): string => `${symbol} ${id}`

const splitKey = (key: string): [symbol: string, id: string] => {
  const index = key.indexOf(' ')
  return [key.slice(0, index), key.slice(index + 1)]
}

const isSameQuote = (a: OptionQuote, b: OptionQuote): boolean =>
  a.bid === b.bid && a.ask === b.ask && a.last === b.last

/** Whether quotes never change: the clock is fixed, and no new day of data can arrive. */
const isStatic = (market: SharedOptionsParts['market']): boolean => {
  const { asOf, now } = market.status()
  return (asOf !== null && typeof market.onNewDay !== 'function') || now !== undefined
}

export function createSharedOptions({
  market,
  chain,
  refuseUnknown,
  now,
}: SharedOptionsParts): SharedOptions {
  const polled = createPolledContracts({ chain, isStatic: () => isStatic(market), now })
  const shared = createSharedQuotes<OptionQuote>({
    refusalOf: (key, block) => refuseUnknown(splitKey(key)[0], block),
    watch(key, onQuote) {
      const [symbol, id] = splitKey(key)
      return market.watchContracts?.([id], onQuote) ?? polled.watch(symbol, id, onQuote)
    },
    // Also refuses contracts that are not listed: `watchContracts` ignores them.
    async load(key) {
      const [symbol, id] = splitKey(key)
      const found = await chain(symbol)
      return found && quoteIn(found, id)
    },
    isRepeated: isSameQuote,
  })
  return { ...shared, poll: () => polled.poll() }
}
