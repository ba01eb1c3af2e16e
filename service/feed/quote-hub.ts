/** What all feed connections to one world share: the quotes of its market, and the flush that sends what has changed. */
import type { MarketFrame } from '#contract/feed.ts'
import { flushMs } from '#contract/feed.ts'
import type { World } from '#service/lookups/environments.ts'
import type { Market } from '#service/markets/market.ts'
import type { Log } from '#service/shared/log.ts'
import { inTurns } from '#service/shared/event-loop.ts'
import type { Followable } from './shared-quote.ts'
import { createSharedOptions } from './shared-options.ts'
import type { SharedOptions } from './shared-options.ts'
import { createSharedQuotes } from './shared-quotes.ts'

/** A connection as the hub sees it. */
export type Member = {
  /** Called once every flush. `now`: monotonic milliseconds; `market`: its frame as JSON, where that has changed. */
  flush(now: number, market: string | undefined): void
}

export type FeedHub = {
  readonly symbols: Followable
  readonly options: SharedOptions
  /** Flushes the member until it leaves. */
  join(member: Member): void
  leave(member: Member): void
  /** State and delay of the market right now, as the frame that says so. */
  marketText(): string
}

/** What is looked at of a world. `market.watch` is the only way that quotes come in. */
export type HubWorld = {
  readonly market: Pick<Market, 'status' | 'watch' | 'quote'>
  readonly lookups: Pick<World['lookups'], 'quotedChain'>
}

export type HubParts = {
  /** Milliseconds that only ever go on. */
  readonly elapsed: () => number
  readonly log: Log
}

/** The timer runs while there is a member. */
export function createFeedHub({ elapsed, log }: HubParts, { market, lookups }: HubWorld): FeedHub {
  const options = createSharedOptions({
    chain: lookups.quotedChain,
    stands() {
      const { asOf, now } = market.status()
      return asOf !== null || now !== undefined
    },
    now: elapsed,
  })
  const members = new Set<Member>()
  let timer: ReturnType<typeof setInterval> | undefined
  let lastMarket: string
  let isFlushing = false

  const marketText = () => JSON.stringify({ type: 'market', ...market.status() } satisfies MarketFrame)
  const flush = async () => {
    // Where a flush takes longer than its time, as many are left out.
    if (isFlushing) return
    isFlushing = true
    try {
      const text = marketText()
      const changed = text === lastMarket ? undefined : text
      lastMarket = text
      await inTurns(members, elapsed, (member) => member.flush(elapsed(), changed))
    } finally {
      isFlushing = false
    }
    // What it finds goes out with the next flush.
    await options.look()
  }
  const flushed = () =>
    flush().catch((error: unknown) => {
      log('error', 'feed-flush-failed', { reason: error instanceof Error ? error.message : String(error) })
    })
  return {
    symbols: createSharedQuotes(market),
    options,
    join(member) {
      members.add(member)
      if (timer) return
      lastMarket = marketText()
      timer = setInterval(() => void flushed(), flushMs)
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
