/**
 * `watchContracts` for markets that do not push option quotes: the chain of each symbol with watched
 * contracts is polled, and the contracts' quotes are read from it.
 */
import type { OptionQuote } from '#contract/feed.ts'
import type { Chain } from '#service/markets/market.ts'
import { listedContract } from '#service/markets/osi.ts'
import type { Stop } from '#service/shared/stop.ts'

/** Returns the chain of a symbol; undefined without options. Rejects if the market fails. */
export type ReadChain = (symbol: string) => Promise<Chain | undefined>

export type PolledContractsParts = {
  /** Reads the cached chain. */
  readonly chain: ReadChain
  /** Whether the market is static: its quotes never change. */
  readonly isStatic: () => boolean
  /** Monotonic milliseconds. */
  readonly now: () => number
}

export type PolledContracts = {
  /** Calls `onQuote` with the contract's quote of each new chain, until stopped. */
  watch(symbol: string, id: string, onQuote: (quote: OptionQuote) => void): Stop
  /** Polls the symbols that are due, longest overdue first. Never rejects. Call it periodically. */
  poll(): Promise<void>
}

/** Minimum interval of the polls of a symbol, milliseconds; the cached chain may be older. */
const pollIntervalMs = 1000
/** Delay before a symbol whose source has failed is polled again, milliseconds. */
const retryDelayMs = 15_000
/** A poll ends after this many milliseconds. The next one starts with the symbols that remain. */
const pollSliceMs = 25

type Watcher = { readonly id: string; readonly onQuote: (quote: OptionQuote) => void }

/** A symbol with watched contracts. */
type WatchedSymbol = {
  readonly watchers: Set<Watcher>
  /** Time of the next poll, monotonic milliseconds. */
  dueAt: number
  /** The chain that all watchers have received. */
  deliveredChain: Chain | undefined
}

/** Returns the quote of a contract, with the time of its chain; undefined if it is not listed. */
export function quoteIn(chain: Chain, id: string): OptionQuote | undefined {
  const contract = listedContract(chain, id)
  if (!contract) return undefined
  const { bid, ask, last } = contract
  return { id: contract.id, bid, ask, last, time: chain.asOf.toISOString() }
}

export function createPolledContracts({ chain, isStatic, now }: PolledContractsParts): PolledContracts {
  const symbols = new Map<string, WatchedSymbol>()
  let isPolling = false

  const deliver = (watched: WatchedSymbol, newChain: Chain) => {
    if (watched.deliveredChain === newChain) return
    watched.deliveredChain = newChain
    for (const { id, onQuote } of watched.watchers) {
      const quote = quoteIn(newChain, id)
      if (quote) onQuote(quote)
    }
  }
  const pollSymbol = async (symbol: string, watched: WatchedSymbol) => {
    watched.dueAt = now() + pollIntervalMs
    try {
      const newChain = await chain(symbol)
      if (newChain) deliver(watched, newChain)
    } catch {
      // The look-up cache has logged the failure. The last quote remains, with its time.
      watched.dueAt = now() + retryDelayMs
    }
  }

  return {
    watch(symbol, id, onQuote) {
      let watched = symbols.get(symbol)
      if (!watched) {
        watched = { watchers: new Set(), dueAt: now() + pollIntervalMs, deliveredChain: undefined }
        symbols.set(symbol, watched)
      }
      const { watchers } = watched
      const watcher = { id, onQuote }
      watchers.add(watcher)
      // The last chain was not delivered to this watcher.
      watched.deliveredChain = undefined
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0 && symbols.get(symbol)?.watchers === watchers) symbols.delete(symbol)
      }
    },
    async poll() {
      if (isPolling || isStatic()) return
      isPolling = true
      const startedAt = now()
      const due = [...symbols].filter(([, { dueAt }]) => dueAt <= startedAt)
      for (const [symbol, watched] of due.toSorted(([, a], [, b]) => a.dueAt - b.dueAt)) {
        await pollSymbol(symbol, watched)
        if (now() - startedAt >= pollSliceMs) break
      }
      isPolling = false
    },
  }
}
