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
  market: MarketFrame | null
  connection: Connection
  /** Time of the last message, milliseconds since 1970; null before the first. */
  lastMessageAt: number | null
  /** No message for too long: displayed figures may be old. */
  stale: boolean
}

export const useLive = defineState<Live>({
  quotes: {},
  options: {},
  market: null,
  connection: 'connecting',
  lastMessageAt: null,
  stale: false,
})

/** The current quotes, without subscribing to changes. */
export const currentQuotes = (app: AppState): Live['quotes'] => useLive.of(app).getState().quotes

/** The latest pushed quote of a symbol. Subscribe with `useSubscription`. */
export const useQuote = (symbol: string): Quote | undefined => useLive((live) => live.quotes[symbol])

/** The latest pushed quote of an option, by its id in the responses. Subscribe with `useOptionSubscription`. */
export const useOptionQuote = (id: string): OptionQuote | undefined => useLive((live) => live.options[id])

/** The latest price of a symbol: the pushed quote, otherwise the response's. Subscribe with `useSubscription`. */
export const useLastQuote = <Fallback>(symbol: string, fallback: Fallback): Quote | Fallback =>
  useQuote(symbol) ?? fallback

/** State of the market, of the data and of the connection. Changes seldom; never with a quote. */
export function useMarket(): Pick<Live, 'market' | 'connection' | 'stale' | 'lastMessageAt'> {
  const market = useLive((live) => live.market)
  const connection = useLive((live) => live.connection)
  const stale = useLive((live) => live.stale)
  // The time matters only while no messages arrive; otherwise it would cause a rendering at every message.
  const lastMessageAt = useLive((live) =>
    live.stale || live.connection !== 'live' ? live.lastMessageAt : null,
  )
  return { market, connection, stale, lastMessageAt }
}
