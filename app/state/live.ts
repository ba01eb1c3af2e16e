/**
 * Pushed data: the latest quotes and the state of the market. Written by `api/feed.ts` and its painter, at
 * most once per animation frame; `boot/render.tsx` marks the absence of a feed.
 */
import type { MarketFrame, OptionQuote, Quote } from '#contract/feed.ts'
import { type AppState, defineState } from './app-state.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline'

export type Live = {
  /** Latest quote by symbol; kept when the connection is lost, because stale is a value and not an absence. */
  quotes: Readonly<Record<string, Quote>>
  /** Latest quote by option id, as in the responses. */
  options: Readonly<Record<string, OptionQuote>>
  /** Last `market` frame; null until the first. */
  frame: MarketFrame | null
  connection: Connection
  /** Time of the last message, milliseconds since 1970; null before the first. */
  lastFrameAt: number | null
  /** No message for too long: displayed figures may be old. */
  stale: boolean
}

export const useLive = defineState<Live>({
  quotes: {},
  options: {},
  frame: null,
  connection: 'connecting',
  lastFrameAt: null,
  stale: false,
})

/** The current quotes, without subscribing to changes. */
export const quotesNow = (app: AppState): Live['quotes'] => useLive.of(app).getState().quotes

/** The latest pushed quote of a symbol. Subscribe with `useSubscription`. */
export const useQuote = (symbol: string): Quote | undefined => useLive((live) => live.quotes[symbol])

/** The latest pushed quote of an option, by its id in the responses. Subscribe with `useOptionSubscription`. */
export const useOptionQuote = (id: string): OptionQuote | undefined => useLive((live) => live.options[id])

/** The latest price of a symbol: the pushed quote, otherwise the response's. Subscribe with `useSubscription`. */
export const useLastQuote = <Fallback>(symbol: string, fallback: Fallback): Quote | Fallback =>
  useQuote(symbol) ?? fallback

/** State of the market, of the data and of the connection. Changes seldom; never with a quote. */
export function useMarket(): Pick<Live, 'frame' | 'connection' | 'stale' | 'lastFrameAt'> {
  const frame = useLive((live) => live.frame)
  const connection = useLive((live) => live.connection)
  const stale = useLive((live) => live.stale)
  // The time matters only while no messages arrive; otherwise it would cause a rendering at every message.
  const lastFrameAt = useLive((live) => (live.stale || live.connection !== 'live' ? live.lastFrameAt : null))
  return { frame, connection, stale, lastFrameAt }
}
