/**
 * The state that all feed connections of one environment share: its market's quotes, and the flush
 * that sends changes.
 */
import type { MarketFrame, Quote } from '#contract/feed.ts'
import { flushMs } from '#contract/feed.ts'
import type { LookupEnvironment } from '#service/lookups/environments.ts'
import { reportedLimiter } from '#service/access/limits/limit-reports.ts'
import type { LimitReportParts } from '#service/access/limits/limit-reports.ts'
import { createRateLimiter } from '#service/access/limits/rate-limiter.ts'
import { createKnownSymbols } from './known-symbols.ts'
import type { Limits } from '#service/shared/rate-limits.ts'
import { forEachYielding } from '#service/shared/event-loop.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { SharedQuoteSet } from './shared-quote.ts'
import { createSharedOptions } from './shared-options.ts'
import type { SharedOptions } from './shared-options.ts'
import { createSharedQuotes } from './shared-quotes.ts'

/** A connection that the hub flushes. */
export type Member = {
  /**
   * Called once per flush.
   *
   * @param now monotonic milliseconds
   * @param changedMarketFrame the market frame as JSON, if it has changed since the last flush
   */
  flush(now: number, changedMarketFrame: string | undefined): void
}

export type QuoteHub = {
  readonly symbols: SharedQuoteSet
  readonly options: SharedOptions
  /** Flushes the member until it leaves. */
  join(member: Member): void
  leave(member: Member): void
  /** Returns the current market frame as JSON. */
  marketFrameText(): string
}

/** The parts of an environment that its hub uses. */
export type QuoteHubEnvironment = {
  readonly market: LookupEnvironment['market']
  readonly lookups: Pick<LookupEnvironment['lookups'], 'quotedChain'>
}

export type QuoteHubParts = LimitReportParts & {
  readonly config: { readonly limits: Pick<Limits, 'unknownSymbols'> }
}

/** Creates a hub. Its flush timer runs only while the hub has members. */
export function createQuoteHub(parts: QuoteHubParts, { market, lookups }: QuoteHubEnvironment): QuoteHub {
  const { elapsed, log, config } = parts
  const limit = config.limits.unknownSymbols
  const limiter = reportedLimiter(createRateLimiter(elapsed), parts)
  const refuseUnknown = createKnownSymbols({ market, limiter, limit, elapsed })
  const symbols = createSharedQuotes<Quote>({
    refusalOf: refuseUnknown,
    watch: (symbol, onQuote) => market.watch([symbol], onQuote),
    load: (symbol) => market.quote(symbol),
  })
  const options = createSharedOptions({ market, chain: lookups.quotedChain, refuseUnknown, now: elapsed })
  const members = new Set<Member>()
  let timer: ReturnType<typeof setInterval> | undefined
  let lastMarketFrameText: string
  let isFlushing = false

  const marketFrameText = () => JSON.stringify({ type: 'market', ...market.status() } satisfies MarketFrame)
  const flush = async () => {
    // Skips this flush if the previous one is still running.
    if (isFlushing) return
    isFlushing = true
    try {
      const frameText = marketFrameText()
      const changedText = frameText === lastMarketFrameText ? undefined : frameText
      lastMarketFrameText = frameText
      await forEachYielding(members, elapsed, (member) => member.flush(elapsed(), changedText))
    } finally {
      isFlushing = false
    }
    // The next flush sends the results.
    await options.poll()
  }
  const flushSafely = () =>
    flush().catch((error: unknown) => {
      log('error', 'feed-flush-failed', { reason: errorMessage(error) })
    })
  return {
    symbols,
    options,
    join(member) {
      members.add(member)
      if (timer) return
      lastMarketFrameText = marketFrameText()
      timer = setInterval(() => void flushSafely(), flushMs)
    },
    leave(member) {
      members.delete(member)
      if (members.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
    marketFrameText,
  }
}
