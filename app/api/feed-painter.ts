/**
 * Copies the latest values of feed messages to state/live, at most once per animation frame. While the user has paused
 * the updates, only refusals are copied: quotes that may no longer be shown disappear at once.
 */
import type { StoreApi } from 'zustand'
import type { MarketFrame, OptionQuote, Quote, ServerFrame } from '#contract/feed.ts'
import type { Live } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'

/** Returns the symbol or contract whose quotes the partner may not show according to a frame; undefined for others. */
export const refusedIdOf = (message: ServerFrame): string | undefined =>
  message.type === 'problem' && message.code === 'not-licensed'
    ? (message.contract ?? message.symbol)
    : undefined

/** Returns the entries whose keys are not in `keys`. */
const without = <Value>(
  entries: Readonly<Record<string, Value>>,
  keys: ReadonlySet<string>,
): Record<string, Value> => Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.has(key)))

/** Returns the live values after the refusals of frames. Quotes that arrive after a refusal end it. */
function afterRefusals(
  { quotes, options, unlicensed }: Pick<Live, 'quotes' | 'options' | 'unlicensed'>,
  refused: ReadonlySet<string>,
  shown: ReadonlySet<string>,
): Pick<Live, 'quotes' | 'options' | 'unlicensed'> {
  const remaining = shown.size > 0 ? without(unlicensed, shown) : unlicensed
  if (refused.size === 0) return { quotes, options, unlicensed: remaining }
  return {
    quotes: without(quotes, refused),
    options: without(options, refused),
    unlicensed: { ...remaining, ...Object.fromEntries([...refused].map((id) => [id, true as const])) },
  }
}

export function makePainter(live: StoreApi<Live>): {
  add: (message: ServerFrame) => void
  /** Copies pending values in the next animation frame. */
  schedule: () => void
  stop: Stop
} {
  let market: MarketFrame | undefined
  let pendingQuotes = new Map<string, Quote>()
  let pendingOptions = new Map<string, OptionQuote>()
  let pendingRefusals = new Set<string>()
  let animationFrame = 0

  function schedule(): void {
    animationFrame ||= requestAnimationFrame(() => {
      animationFrame = 0
      if (live.getState().pausedSince === undefined) paint()
      else paintRefusals()
    })
  }

  function paintRefusals(): void {
    if (pendingRefusals.size === 0) return
    live.setState(afterRefusals(live.getState(), pendingRefusals, new Set()))
    pendingRefusals = new Set()
  }

  function paint(): void {
    const previous = live.getState()
    const { now: clock, stale = false } = market ?? previous.market ?? {}
    const hasRefusals = pendingRefusals.size > 0 || Object.keys(previous.unlicensed).length > 0
    const known = hasRefusals
      ? afterRefusals(previous, pendingRefusals, new Set([...pendingQuotes.keys(), ...pendingOptions.keys()]))
      : previous
    const quotes = pendingQuotes.size
      ? { ...known.quotes, ...Object.fromEntries(pendingQuotes) }
      : known.quotes
    const options = pendingOptions.size
      ? { ...known.options, ...Object.fromEntries(pendingOptions) }
      : known.options
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
      quotes,
      options,
      unlicensed: known.unlicensed,
      ...(market && { market }),
    })
    pendingQuotes = new Map()
    pendingOptions = new Map()
    pendingRefusals = new Set()
    market = undefined
  }

  function setPending<Value>(pending: Map<string, Value>, id: string, value: Value): void {
    pending.set(id, value)
    pendingRefusals.delete(id)
  }

  return {
    add(message) {
      const refusedId = refusedIdOf(message)
      if (message.type === 'quotes')
        for (const quote of message.quotes) setPending(pendingQuotes, quote.symbol, quote)
      else if (message.type === 'options')
        for (const option of message.options) setPending(pendingOptions, option.id, option)
      else if (message.type === 'market') market = message
      else if (refusedId !== undefined) {
        pendingQuotes.delete(refusedId)
        pendingOptions.delete(refusedId)
        pendingRefusals.add(refusedId)
      }
      schedule()
    },
    schedule,
    stop() {
      cancelAnimationFrame(animationFrame)
      animationFrame = 0
    },
  }
}
