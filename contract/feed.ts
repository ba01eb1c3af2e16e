/**
 * The real-time feed at `/feed`: WebSocket text frames, one JSON object each. docs/specification.md
 * 4.3 ("real-time connection").
 *
 * Order: the client connects (`?instance=` selects its session cookie); without a cookie its first
 * frame is `ticket`. The server sends `hello` and `market` once the client is authenticated. After
 * a `subscribe` it sends the current values of the new subscriptions, then only changes, at most
 * once every `flushMs`. Options use separate frames: a client that has not sent `subscribe-options`
 * never receives `options`.
 */
import * as v from 'valibot'
import { ContractParameter } from './responses/contract-id.ts'
import { problemCodes } from './api/problem.ts'
import { canonicalSymbol, symbolPattern } from './responses/symbols.ts'

export const feedProtocol = 1
/** Minimum interval of flushes, milliseconds. A flush sends only the latest values. */
export const flushMs = 250
/**
 * Maximum interval between two frames of the server, milliseconds. A connection without frames for
 * twice as long is dead.
 */
export const heartbeatMs = 15_000
/** Maximum number of symbols that one connection may subscribe to. */
export const maxSymbols = 100
/** Maximum number of option contracts that one connection may subscribe to. */
export const maxOptions = 12

/** WebSocket close codes. 4xxx are application-defined (RFC 6455, 7.4.2). */
export const closeCodes = {
  /** Not authenticated within 5 s, or an invalid ticket. */
  unauthenticated: 1008,
  /** A frame over 4 KB. */
  tooBig: 1009,
  /** The service is stopping: the client should reconnect. */
  goingAway: 1001,
  /** The session has ended: the client must not reconnect with the same credential. */
  sessionEnded: 4401,
  /** The client reads too slowly or sends too much. */
  overloaded: 4408,
} as const

const FeedSymbol = v.pipe(v.string(), v.transform(canonicalSymbol), v.regex(symbolPattern))
const Symbols = v.pipe(v.array(FeedSymbol), v.maxLength(maxSymbols))
/** OSI symbols of contracts on `symbol`. */
const Contracts = v.pipe(v.array(ContractParameter), v.maxLength(maxOptions))

/** Client → server. */
export const ClientFrameSchema = v.variant('type', [
  v.object({ type: v.literal('ticket'), ticket: v.pipe(v.string(), v.maxLength(200)) }),
  v.object({ type: v.literal('subscribe'), symbols: Symbols }),
  v.object({ type: v.literal('unsubscribe'), symbols: Symbols }),
  v.object({ type: v.literal('subscribe-options'), symbol: FeedSymbol, contracts: Contracts }),
  v.object({ type: v.literal('unsubscribe-options'), symbol: FeedSymbol, contracts: Contracts }),
])
export type ClientFrame = v.InferOutput<typeof ClientFrameSchema>

/** One symbol's latest trade. Prices in dollars. */
export const QuoteSchema = v.object({
  symbol: v.string(),
  last: v.number(),
  /** Dollars since the previous session's close; null if unknown. */
  change: v.nullable(v.number()),
  /** The same in percent: 1.25 is +1.25 %. */
  percentageChange: v.nullable(v.number()),
  /** Shares traded this session; null if unknown. */
  volume: v.nullable(v.number()),
  /** Time of the trade, ISO 8601 UTC. */
  time: v.string(),
})
export type Quote = v.InferOutput<typeof QuoteSchema>

/** One option's latest quote. Prices in dollars per share. */
export const OptionQuoteSchema = v.object({
  /** OSI symbol, as in the chain. */
  id: v.string(),
  /** 0 without a bid. */
  bid: v.number(),
  /** 0 without an ask. */
  ask: v.number(),
  /** Price of the last trade; null if the source does not provide it. */
  last: v.nullable(v.number()),
  /**
   * Time of the quote's last change, ISO 8601 UTC; to the resolution of polling if the source does
   * not push option quotes. Unchanged quotes are not sent again.
   */
  time: v.string(),
})
export type OptionQuote = v.InferOutput<typeof OptionQuoteSchema>

export const marketStates = ['pre', 'open', 'after', 'closed'] as const
/** Before the regular session, in it, after it, or closed. */
export type MarketState = (typeof marketStates)[number]

/** State of the market and of the data. `asOf` and `now` are additive. */
export const MarketFrameSchema = v.object({
  type: v.literal('market'),
  state: v.picklist(marketStates),
  /** Delay of live data in seconds; 0 for real time and for recorded data (`asOf`). */
  delayedSeconds: v.number(),
  /** Whether the data is simulated, which the widget displays. */
  simulated: v.boolean(),
  /** End of recorded data, whose clock is fixed, ISO 8601 UTC; null for live data. */
  asOf: v.nullable(v.string()),
  /**
   * Additive: the fixed clock of a market that is shown as if it were running (the test market), ISO 8601
   * UTC.
   */
  now: v.optional(v.string()),
  /** Additive: quotes may have changed unnoticed, because the source of the data does not respond. */
  stale: v.optional(v.boolean()),
})
export type MarketFrame = v.InferOutput<typeof MarketFrameSchema>

/** Server → client. */
export const ServerFrameSchema = v.variant('type', [
  v.object({ type: v.literal('hello'), protocol: v.number(), heartbeatMs: v.number() }),
  v.object({ type: v.literal('quotes'), seq: v.number(), quotes: v.array(QuoteSchema) }),
  v.object({ type: v.literal('options'), seq: v.number(), options: v.array(OptionQuoteSchema) }),
  MarketFrameSchema,
  v.object({
    type: v.literal('problem'),
    code: v.picklist(problemCodes),
    detail: v.optional(v.string()),
    symbol: v.optional(v.string()),
    /** OSI symbol of the contract that the problem is about, if any. */
    contract: v.optional(v.string()),
  }),
  v.object({ type: v.literal('heartbeat') }),
])
export type ServerFrame = v.InferOutput<typeof ServerFrameSchema>
