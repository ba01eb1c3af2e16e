/** The chains of the simulated market at the current quote, made again when it has moved. */
import { LRUCache } from 'lru-cache'
import type { Chain } from '#service/markets/market.ts'
import { makeChain } from './chain.ts'
import type { SimulatedSymbol } from '#service/markets/simulated/companies/entry.ts'
import type { SymbolSession } from '#service/markets/simulated/sessions.ts'
import { quoteAt } from '#service/markets/simulated/ticks.ts'

export type CurrentChains = {
  of(entry: SimulatedSymbol, session: SymbolSession, now: Date): Chain
  /** Forgets all of them. */
  clear(): void
}

/** Chains are the largest things in memory: a few hundred kilobytes each. */
const mostChains = 24
/** The maximum age of a chain while its underlying does not move; users cannot see a difference below it. */
const mostAgeMs = 60_000

/** `rate`: yearly, continuously compounded, decimal. */
export function createCurrentChains(seed: number, rate: number): CurrentChains {
  const chains = new LRUCache<string, Chain>({ max: mostChains })
  return {
    of(entry, session, now) {
      const { running } = session
      const { last: price } = quoteAt(seed, entry, running, now.getTime())
      const known = chains.get(entry.symbol)
      if (known?.underlyingPrice === price && Math.abs(now.getTime() - known.asOf.getTime()) < mostAgeMs)
        return known
      const progress = (now.getTime() - running.start) / (running.end - running.start)
      const moment = { now, session, price, progress }
      const chain = makeChain(seed, entry, moment, rate)
      chains.set(entry.symbol, chain)
      return chain
    },
    clear: () => chains.clear(),
  }
}
