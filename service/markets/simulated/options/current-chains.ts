/**
 * The chains of the simulated market at the current quote, cached until the quote changes or a
 * minute has passed.
 */
import { LRUCache } from 'lru-cache'
import type { Chain } from '#service/markets/market.ts'
import { makeChain } from './chain.ts'
import type { SimulatedSymbol } from '#service/markets/simulated/companies/entry.ts'
import type { SymbolSession } from '#service/markets/simulated/sessions.ts'
import { quoteAt } from '#service/markets/simulated/ticks.ts'

export type CurrentChains = {
  chainOf(entry: SimulatedSymbol, session: SymbolSession, now: Date): Chain
  /** Clears the cache. */
  clear(): void
}

/** Number of cached chains, each of a few hundred kilobytes. */
const maxChains = 24
/**
 * Maximum age of a cached chain if the quote has not changed. Within it, prices do not visibly
 * change.
 */
const maxAgeMs = 60_000

/** @param rate risk-free rate: yearly, continuously compounded, decimal */
export function createCurrentChains(seed: number, rate: number): CurrentChains {
  const chains = new LRUCache<string, Chain>({ max: maxChains })
  return {
    chainOf(entry, session, now) {
      const { running } = session
      const { last: price } = quoteAt(seed, entry, running, now.getTime())
      const cached = chains.get(entry.symbol)
      if (cached?.underlyingPrice === price && Math.abs(now.getTime() - cached.asOf.getTime()) < maxAgeMs)
        return cached
      const progress = (now.getTime() - running.start) / (running.end - running.start)
      const state = { now, session, price, progress }
      const chain = makeChain(seed, entry, state, rate)
      chains.set(entry.symbol, chain)
      return chain
    },
    clear: () => chains.clear(),
  }
}
