/**
 * Pushed data: the latest quotes and the state of the market. `api/feed-painter.ts` writes the data, at
 * most once per animation frame; `api/feed.ts` writes the connection state, and `boot/render.tsx` sets it to offline
 * while the feed's code cannot be loaded.
 */
import type { MarketFrame, OptionQuote, Quote } from '#contract/feed.ts'
import { type AppState, defineState } from './app-state.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline'

export type Live = {
  /** Latest quote by symbol. Kept when the connection is lost: an old price is shown as stale instead of disappearing. */
  quotes: Readonly<Record<string, Quote>>
  /** Latest quote by the option's id (its OSI symbol). */
  options: Readonly<Record<string, OptionQuote>>
  /** Last `market` message of the feed; null before the first. */
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

/** State of the market and of the connection, and whether data is stale. A new quote does not cause a rendering. */
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
