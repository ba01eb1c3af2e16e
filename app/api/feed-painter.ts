/** Copies the latest values of feed messages to state/live, at most once per animation frame. */
import type { StoreApi } from 'zustand'
import type { MarketFrame, OptionQuote, Quote, ServerFrame } from '#contract/feed.ts'
import type { Live } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'

export function makePainter(live: StoreApi<Live>): { add: (message: ServerFrame) => void; stop: Stop } {
  let market: MarketFrame | undefined
  let pendingQuotes = new Map<string, Quote>()
  let pendingOptions = new Map<string, OptionQuote>()
  let animationFrame = 0

  function paint(): void {
    animationFrame = 0
    const previous = live.getState()
    const { now: clock, stale = false } = market ?? previous.market ?? {}
    const quotes = pendingQuotes.size
      ? { ...previous.quotes, ...Object.fromEntries(pendingQuotes) }
      : undefined
    const options = pendingOptions.size
      ? { ...previous.options, ...Object.fromEntries(pendingOptions) }
      : undefined
    live.setState({
      connection: 'live',
      stale,
      // With recorded data the market has its own clock, and the displayed time must not depend on the current time.
      // While the source does not respond, heartbeats bring no data, so the time of the last data stays.
      lastMessageAt:
        stale && previous.lastMessageAt !== null
          ? previous.lastMessageAt
          : clock
            ? Date.parse(clock)
            : Date.now(),
      ...(quotes && { quotes }),
      ...(options && { options }),
      ...(market && { market }),
    })
    pendingQuotes = new Map()
    pendingOptions = new Map()
    market = undefined
  }

  return {
    add(message) {
      if (message.type === 'quotes')
        for (const quote of message.quotes) pendingQuotes.set(quote.symbol, quote)
      else if (message.type === 'options')
        for (const option of message.options) pendingOptions.set(option.id, option)
      else if (message.type === 'market') market = message
      animationFrame ||= requestAnimationFrame(paint)
    },
    stop() {
      cancelAnimationFrame(animationFrame)
      animationFrame = 0
    },
  }
}
