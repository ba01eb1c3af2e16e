/**
 * The state that all feed connections of one environment share: its market's quotes, and the flush that sends
 * changes.
 */
import type { MarketFrame } from '#contract/feed.ts'
import { flushMs } from '#contract/feed.ts'
import type { LookupEnvironment } from '#service/lookups/environments.ts'
import type { Market } from '#service/markets/market.ts'
import type { Log } from '#service/shared/log.ts'
import { forEachYielding } from '#service/shared/event-loop.ts'
import type { SharedQuoteSet } from './shared-quote.ts'
import { createSharedOptions } from './shared-options.ts'
import type { SharedOptions } from './shared-options.ts'
import { createSharedQuotes } from './shared-quotes.ts'

/** A connection that the hub flushes. */
export type Member = {
  /**
   * Called once per flush. `now`: monotonic milliseconds; `market`: the market frame as JSON if it has
   * changed.
   */
  flush(now: number, market: string | undefined): void
}

export type QuoteHub = {
  readonly symbols: SharedQuoteSet
  readonly options: SharedOptions
  /** Flushes the member until it leaves. */
  join(member: Member): void
  leave(member: Member): void
  /** The current market frame as JSON: state and delay. */
  marketText(): string
}

/** The required parts of an environment. Quotes arrive only through `market.watch`. */
export type QuoteHubEnvironment = {
  readonly market: Pick<Market, 'status' | 'watch' | 'quote'>
  readonly lookups: Pick<LookupEnvironment['lookups'], 'quotedChain'>
}

export type QuoteHubParts = {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly log: Log
}

/** The timer runs while there is a member. */
export function createQuoteHub(
  { elapsed, log }: QuoteHubParts,
  { market, lookups }: QuoteHubEnvironment,
): QuoteHub {
  const options = createSharedOptions({
    chain: lookups.quotedChain,
    isStatic() {
      const { asOf, now } = market.status()
      return asOf !== null || now !== undefined
    },
    now: elapsed,
  })
  const members = new Set<Member>()
  let timer: ReturnType<typeof setInterval> | undefined
  let lastMarketText: string
  let isFlushing = false

  const marketText = () => JSON.stringify({ type: 'market', ...market.status() } satisfies MarketFrame)
  const flush = async () => {
    // If a flush takes longer than its interval, the missed ones are skipped.
    if (isFlushing) return
    isFlushing = true
    try {
      const text = marketText()
      const changed = text === lastMarketText ? undefined : text
      lastMarketText = text
      await forEachYielding(members, elapsed, (member) => member.flush(elapsed(), changed))
    } finally {
      isFlushing = false
    }
    // Results are sent with the next flush.
    await options.poll()
  }
  const flushSafely = () =>
    flush().catch((error: unknown) => {
      log('error', 'feed-flush-failed', { reason: error instanceof Error ? error.message : String(error) })
    })
  return {
    symbols: createSharedQuotes(market),
    options,
    join(member) {
      members.add(member)
      if (timer) return
      lastMarketText = marketText()
      timer = setInterval(() => void flushSafely(), flushMs)
    },
    leave(member) {
      members.delete(member)
      if (members.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
    marketText,
  }
}
