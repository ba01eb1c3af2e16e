/**
 * Symbols that the market knows. A subscription to another one is refused before anything of the
 * market is watched or, if the same address has sent too many of them, asked.
 */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import type { RateLimiter } from '#service/access/limits/rate-limiter.ts'
import type { FeedMarket } from '#service/lookups/environments.ts'
import { cacheSizes } from '#service/shared/limits.ts'
import type { Limit } from '#service/shared/rate-limits.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

/** Interval at which the universe is read again, milliseconds. */
const universeMaxAgeMs = 600_000
/** Time for which a symbol counts as unknown after a query of the market, milliseconds. */
const unknownMaxAgeMs = 60_000
const maxRememberedSymbols = 20_000

export type KnownSymbolsParts = {
  readonly market: Pick<FeedMarket, 'universe' | 'quote'>
  readonly limiter: RateLimiter
  /** Symbols outside the universe that one address may ask for. */
  readonly limit: Limit
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/**
 * Returns the code of the problem for a symbol that may not be subscribed to: `symbol-unknown`, or
 * `rate-limited` if it is not in the universe and the address block has sent too many such ones. For
 * a known symbol undefined, synchronously unless it is the first one. Rejects if the market fails.
 */
export type RefuseUnknown = (symbol: string, block: string) => MaybePromise<ProblemCode | undefined>

export function createKnownSymbols({ market, limiter, limit, elapsed }: KnownSymbolsParts): RefuseUnknown {
  let universe: ReadonlySet<string> = new Set()
  let universeReadAt = -Infinity
  const lru = { max: maxRememberedSymbols, ttl: unknownMaxAgeMs, perf: { now: elapsed }, ttlResolution: 0 }
  /** Symbols outside the universe: whether the market has a quote. */
  const others = new LRUCache<string, boolean>(lru)

  const updateUniverse = async () => {
    if (elapsed() - universeReadAt < universeMaxAgeMs) return
    universeReadAt = elapsed()
    // Without a universe, the market is queried for each symbol.
    universe = await market.universe().then(
      (symbols) => new Set(symbols),
      () => universe,
    )
  }
  /** Time until which a block is refused without reading its bucket, monotonic milliseconds. */
  const refusedUntil = new LRUCache<string, number>({ max: cacheSizes.refusedCallers })
  const isRateLimited = async (block: string): Promise<boolean> => {
    try {
      await limiter.take(limit, block)
      return false
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate-limited') throw error
      refusedUntil.set(block, elapsed() + 1000 * (error.facts.retryAfterSeconds ?? 1))
      return true
    }
  }
  const isKnown = (symbol: string) => universe.has(symbol) || others.get(symbol) === true
  const refuseUnlisted = async (symbol: string, block: string): Promise<ProblemCode | undefined> => {
    await updateUniverse()
    if (isKnown(symbol)) return undefined
    if (await isRateLimited(block)) return 'rate-limited'
    let hasQuote = others.get(symbol)
    if (hasQuote === undefined) others.set(symbol, (hasQuote = (await market.quote(symbol)) !== undefined))
    return hasQuote ? undefined : 'symbol-unknown'
  }
  return (symbol, block) => {
    if (isKnown(symbol)) return undefined
    return elapsed() < (refusedUntil.get(block) ?? 0) ? 'rate-limited' : refuseUnlisted(symbol, block)
  }
}
