/**
 * Copies the latest values of feed messages to state/live, all in one animation frame, at most five times a second
 * (paint-times.ts). Quotes that only lists show are collected, so that a list changes once a second instead of at every
 * trade. First values, the state of the market and refusals do not wait. While the user has paused the updates, only
 * refusals are copied: quotes that may no longer be shown disappear at once.
 */
import type { StoreApi } from 'zustand'
import type { MarketFrame, OptionQuote, Quote, ServerFrame } from '#contract/feed.ts'
import type { Live } from '#app/state/live.ts'
import { isOlderQuote } from '#app/state/quote-age.ts'
import type { Stop } from '#app/state/stop.ts'
import { makePaintTimes } from './paint-times.ts'

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

/** Returns the quotes with those of messages, except where a response has already brought a newer one. */
const withNewer = (known: Live['options'], pushed: ReadonlyMap<string, OptionQuote>): Live['options'] => ({
  ...known,
  ...Object.fromEntries([...pushed].filter(([id, { time }]) => !isOlderQuote(time, known[id]?.time))),
})

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

/** @param isImmediate whether a symbol's quotes do not wait for those of the lists, such as those of the selected symbol */
export function makePainter(
  live: StoreApi<Live>,
  isImmediate: (symbol: string) => boolean,
): {
  add: (message: ServerFrame) => void
  /** Copies pending values in the next animation frame. */
  schedule: () => void
  /** Copies pending values now, unless the user has paused the updates, and ends the scheduled copying. */
  stop: Stop
} {
  let market: MarketFrame | undefined
  const pendingQuotes = new Map<string, Quote>()
  let pendingOptions = new Map<string, OptionQuote>()
  let pendingRefusals = new Set<string>()
  let animationFrame = 0
  const times = makePaintTimes()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Time at which the timer ends, monotonic milliseconds. */
  let timerEndsAt = Infinity
  /** Time of the last message, milliseconds since 1970. */
  let receivedAt: number | undefined

  /** Removes the quotes that are due from the pending ones, and returns them. A first quote never waits. */
  function takeDueQuotes(known: Live['quotes'], isListDue: boolean): Map<string, Quote> {
    const due = new Map<string, Quote>()
    for (const [symbol, quote] of pendingQuotes)
      if (isListDue || isImmediate(symbol) || !(symbol in known)) {
        due.set(symbol, quote)
        pendingQuotes.delete(symbol)
      }
    return due
  }

  /** Schedules a copy at the time at which the next one is due. */
  function scheduleNext(hasPending: boolean): void {
    const nextAt = times.nextAt(hasPending)
    const remainingMs = nextAt - performance.now()
    if (remainingMs <= 0) return schedule()
    if (nextAt >= timerEndsAt) return
    clearTimer()
    timerEndsAt = nextAt
    timer = setTimeout(() => {
      clearTimer()
      schedule()
    }, Math.ceil(remainingMs))
  }

  function clearTimer(): void {
    clearTimeout(timer)
    timerEndsAt = Infinity
  }

  function schedule(): void {
    animationFrame ||= requestAnimationFrame(() => {
      animationFrame = 0
      if (live.getState().pausedSince === undefined) paint()
      else paintRefusals()
    })
  }

  function paintRefusals(): void {
    if (pendingRefusals.size === 0) return
    const remaining = afterRefusals(live.getState(), pendingRefusals, new Set())
    live.setState({ ...remaining, listQuotes: remaining.quotes })
    pendingRefusals = new Set()
  }

  function paint(isEveryQuoteDue = false): void {
    const previous = live.getState()
    const { now: clock, stale = false } = market ?? previous.market ?? {}
    const hasRefusals = pendingRefusals.size > 0 || Object.keys(previous.unlicensed).length > 0
    const known = hasRefusals
      ? afterRefusals(previous, pendingRefusals, new Set([...pendingQuotes.keys(), ...pendingOptions.keys()]))
      : previous
    const now = performance.now()
    const isListDue = isEveryQuoteDue || times.isListDue(now)
    const dueQuotes = takeDueQuotes(known.quotes, isListDue)
    const hasFirstQuote = [...dueQuotes.keys()].some((symbol) => !(symbol in known.quotes))
    times.notePaint(now, isListDue)
    const quotes = dueQuotes.size ? { ...known.quotes, ...Object.fromEntries(dueQuotes) } : known.quotes
    const options = pendingOptions.size ? withNewer(known.options, pendingOptions) : known.options
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
            : (receivedAt ?? Date.now()),
      quotes,
      ...((isListDue || hasFirstQuote || pendingRefusals.size > 0) && { listQuotes: quotes }),
      options,
      unlicensed: known.unlicensed,
      ...(market && { market }),
    })
    pendingOptions = new Map()
    pendingRefusals = new Set()
    market = undefined
    scheduleNext(false)
  }

  function setPending<Value>(pending: Map<string, Value>, id: string, value: Value): void {
    pending.set(id, value)
    pendingRefusals.delete(id)
  }

  /** Returns whether a message has something that must not wait: a first value, a refusal or the state of the market. */
  function isUrgent(message: ServerFrame): boolean {
    const { quotes, options } = live.getState()
    if (message.type === 'quotes') return message.quotes.some(({ symbol }) => !(symbol in quotes))
    if (message.type === 'options') return message.options.some(({ id }) => !(id in options))
    return message.type === 'market' || refusedIdOf(message) !== undefined
  }

  return {
    add(message) {
      receivedAt = Date.now()
      const refusedId = refusedIdOf(message)
      if (message.type === 'quotes') {
        times.addQuote(performance.now())
        for (const quote of message.quotes) setPending(pendingQuotes, quote.symbol, quote)
      } else if (message.type === 'options')
        for (const option of message.options) setPending(pendingOptions, option.id, option)
      else if (message.type === 'market') market = message
      else if (refusedId !== undefined) {
        pendingQuotes.delete(refusedId)
        pendingOptions.delete(refusedId)
        pendingRefusals.add(refusedId)
      }
      if (isUrgent(message)) schedule()
      else scheduleNext(true)
    },
    schedule,
    stop() {
      cancelAnimationFrame(animationFrame)
      // A connection that is lost right after its quotes must not take them along.
      const isPending =
        animationFrame !== 0 || timerEndsAt < Infinity || pendingQuotes.size > 0 || pendingOptions.size > 0
      clearTimer()
      animationFrame = 0
      if (isPending && live.getState().pausedSince === undefined) paint(true)
    },
  }
}
