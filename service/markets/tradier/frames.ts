/** Frames of Tradier's market stream. Their numbers and times are mostly text; there are no sequence numbers. */
import * as v from 'valibot'
import type { StreamUpdate } from '#service/markets/kit/quote-stream.ts'
import { Numeric } from './wire.ts'

/** A trade. Prices in dollars, `volume` the shares of the day so far. */
export type TradeValue = {
  readonly kind: 'trade'
  /** Tradier's ticker or an option symbol. */
  readonly symbol: string
  readonly last: number
  readonly volume: number | null
  /** The close before the trade's session, if the value came with it. Frames of trades have none. */
  readonly previousClose: number | null
  /** Milliseconds since the epoch. */
  readonly timeMs: number
}

/** Bid and ask; 0 without one. */
export type BookValue = {
  readonly kind: 'book'
  readonly symbol: string
  readonly bid: number
  readonly ask: number
  readonly timeMs: number
}

export type StreamValue = TradeValue | BookValue

/**
 * Keys of live values. Trades and quotes of a symbol have separate keys, because each kind is ordered by its times: a
 * quote may be newer than a trade that arrives after it.
 */
export const tradeKey = (symbol: string): string => `trade:${symbol}`
export const bookKey = (symbol: string): string => `book:${symbol}`
export const symbolOfKey = (key: string): string => key.slice(key.indexOf(':') + 1)
export const isBookKey = (key: string): boolean => key.startsWith('book:')

const Trade = { symbol: v.string(), price: Numeric, cvol: Numeric, date: Numeric }

const FrameSchema = v.variant('type', [
  v.object({ type: v.literal('trade'), ...Trade }),
  // Like `trade`, with the trades before and after the regular session.
  v.object({ type: v.literal('tradex'), ...Trade }),
  v.object({
    type: v.literal('quote'),
    symbol: v.string(),
    bid: Numeric,
    ask: Numeric,
    biddate: Numeric,
    askdate: Numeric,
  }),
  v.object({ type: v.literal('summary'), symbol: v.string(), prevClose: Numeric }),
  v.object({
    type: v.literal('timesale'),
    symbol: v.string(),
    last: Numeric,
    date: Numeric,
    cancel: v.nullish(v.boolean()),
    correction: v.nullish(v.boolean()),
  }),
])
type Frame = v.InferOutput<typeof FrameSchema>

/** Content of a frame. `nothing`: a heartbeat, or a kind of frame that is not used. */
export type FrameContent =
  | { readonly kind: 'update'; readonly update: StreamUpdate<StreamValue> }
  | { readonly kind: 'previous-close'; readonly symbol: string; readonly price: number }
  | { readonly kind: 'refused-symbol'; readonly symbol: string }
  | { readonly kind: 'error'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'nothing' }

const nothing: FrameContent = { kind: 'nothing' }
const frameTypes: ReadonlySet<unknown> = new Set(['trade', 'tradex', 'quote', 'summary', 'timesale'])

/** Reads one line of the stream. */
export function readFrame(line: string): FrameContent {
  let frame: unknown
  try {
    frame = JSON.parse(line)
  } catch {
    return { kind: 'unreadable', reason: 'expected JSON' }
  }
  if (typeof frame !== 'object' || frame === null) return nothing
  if ('error' in frame) return readError(String(frame.error))
  if (!('type' in frame) || !frameTypes.has(frame.type)) return nothing
  const parsed = v.safeParse(FrameSchema, frame)
  if (parsed.success) return contentOf(parsed.output)
  const [issue] = parsed.issues
  const path = v.getDotPath(issue) ?? 'the frame'
  return { kind: 'unreadable', reason: `${path}: expected ${issue.expected ?? 'another value'}` }
}

/** Tradier refuses a symbol of the list with `{"error":"1234 is not a valid symbol"}`. */
const readError = (reason: string): FrameContent => {
  const symbol = /^(\S+) is not a valid symbol/.exec(reason)?.[1]
  return symbol === undefined ? { kind: 'error', reason } : { kind: 'refused-symbol', symbol }
}

function contentOf(frame: Frame): FrameContent {
  switch (frame.type) {
    case 'trade':
    case 'tradex':
      return tradeUpdate(frame.symbol, frame.price, frame.cvol, frame.date)
    case 'timesale':
      return frame.cancel || frame.correction
        ? nothing
        : tradeUpdate(frame.symbol, frame.last, null, frame.date)
    case 'quote': {
      const { symbol, bid, ask, biddate, askdate } = frame
      const timeMs = Math.max(biddate ?? 0, askdate ?? 0)
      return timeMs > 0 ? bookUpdate(symbol, { bid, ask, timeMs }) : nothing
    }
    case 'summary':
      return frame.prevClose !== null && frame.prevClose > 0
        ? { kind: 'previous-close', symbol: frame.symbol, price: frame.prevClose }
        : nothing
  }
}

const tradeUpdate = (
  symbol: string,
  last: number | null,
  volume: number | null,
  timeMs: number | null,
): FrameContent => {
  if (last === null || !(last > 0) || timeMs === null || !(timeMs > 0)) return nothing
  const value: TradeValue = { kind: 'trade', symbol, last, volume, previousClose: null, timeMs }
  return { kind: 'update', update: updateOf(value) }
}

const bookUpdate = (
  symbol: string,
  { bid, ask, timeMs }: { bid: number | null; ask: number | null; timeMs: number },
): FrameContent => ({
  kind: 'update',
  update: updateOf({ kind: 'book', symbol, bid: Math.max(0, bid ?? 0), ask: Math.max(0, ask ?? 0), timeMs }),
})

export const updateOf = (value: StreamValue): StreamUpdate<StreamValue> => ({
  key: value.kind === 'trade' ? tradeKey(value.symbol) : bookKey(value.symbol),
  seq: null,
  timeMs: value.timeMs,
  value,
})

/**
 * The value after an update, or undefined if the update changes nothing or is older: of two trades in one millisecond, the
 * one with more shares of the day so far is the later. Tradier repeats old trades while a symbol is not traded.
 */
export function mergeValues(previous: StreamValue | undefined, update: StreamValue): StreamValue | undefined {
  if (!previous || previous.kind !== update.kind) return update
  if (previous.kind === 'book' && update.kind === 'book')
    return previous.bid === update.bid && previous.ask === update.ask && previous.timeMs === update.timeMs
      ? undefined
      : update
  if (previous.kind !== 'trade' || update.kind !== 'trade') return update
  const volume = update.volume ?? previous.volume
  if (update.timeMs === previous.timeMs) {
    if ((volume ?? 0) < (previous.volume ?? 0)) return undefined
    const hasNewClose = update.previousClose !== null && update.previousClose !== previous.previousClose
    if (update.last === previous.last && volume === previous.volume && !hasNewClose) return undefined
  }
  return { ...update, volume }
}
