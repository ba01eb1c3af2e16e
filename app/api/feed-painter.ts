/** Copies feed messages to state/live: at most once per animation frame, latest values only. */
import type { StoreApi } from 'zustand'
import type { MarketFrame, OptionQuote, Quote, ServerFrame } from '#contract/feed.ts'
import type { Live } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'

export function makePainter(live: StoreApi<Live>): { add: (message: ServerFrame) => void; stop: Stop } {
  let frame: MarketFrame | undefined
  let pending = new Map<string, Quote>()
  let pendingOptions = new Map<string, OptionQuote>()
  let painting = 0

  function paint(): void {
    painting = 0
    const before = live.getState()
    const clock = (frame ?? before.market)?.now
    const quotes = pending.size ? { ...before.quotes, ...Object.fromEntries(pending) } : undefined
    const options = pendingOptions.size
      ? { ...before.options, ...Object.fromEntries(pendingOptions) }
      : undefined
    live.setState({
      connection: 'live',
      stale: false,
      // The market's clock, if it has one: with recorded data the displayed time does not depend on the current time.
      lastMessageAt: clock ? Date.parse(clock) : Date.now(),
      ...(quotes && { quotes }),
      ...(options && { options }),
      ...(frame && { market: frame }),
    })
    pending = new Map()
    pendingOptions = new Map()
    frame = undefined
  }

  return {
    add(message) {
      if (message.type === 'quotes') for (const quote of message.quotes) pending.set(quote.symbol, quote)
      else if (message.type === 'options')
        for (const option of message.options) pendingOptions.set(option.id, option)
      else if (message.type === 'market') frame = message
      painting ||= requestAnimationFrame(paint)
    },
    stop() {
      cancelAnimationFrame(painting)
      painting = 0
    },
  }
}
