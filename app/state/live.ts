/**
 * Pushed data: the latest quotes and the state of the market. `api/feed-painter.ts` writes them at
 * most once per animation frame. `api/feed.ts` writes the connection state; `boot/render.tsx` sets
 * it to offline while the feed's code cannot be loaded.
 */
import { useEffect, useRef } from 'react'
import type { MarketFrame, OptionQuote, Quote } from '#contract/feed.ts'
import { type AppState, defineState } from './app-state.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline'

export type Live = {
  /**
   * Latest quote by symbol. A lost connection does not clear it: old prices stay on screen, marked
   * as stale.
   */
  quotes: Readonly<Record<string, Quote>>
  /** The quotes that lists show: those of the last common change of their rows. Undefined before the first. */
  listQuotes?: Readonly<Record<string, Quote>> | undefined
  /** Latest quote by the option's id (its OSI symbol). */
  options: Readonly<Record<string, OptionQuote>>
  /** Symbols, and options by their ids, whose quotes the partner may not show. */
  unlicensed: Readonly<Record<string, true>>
  /** Last `market` message of the feed; null before the first. */
  market: MarketFrame | null
  connection: Connection
  /** Time of the last message that may have brought data, milliseconds since 1970; null before the first. */
  lastMessageAt: number | null
  /**
   * Displayed figures may be old: no message has arrived for too long, or the service reports that its source does not
   * respond.
   */
  stale: boolean
  /**
   * While the user has paused the updates (docs/decisions/0077): time of the displayed data, milliseconds since 1970.
   */
  pausedSince?: number | undefined
}

export const useLive = defineState<Live>({
  quotes: {},
  options: {},
  unlicensed: {},
  market: null,
  connection: 'connecting',
  lastMessageAt: null,
  stale: false,
})

/** Returns the current quotes without subscribing to their changes. */
export const currentQuotes = (app: AppState): Live['quotes'] => useLive.of(app).getState().quotes

/**
 * Returns the latest pushed quote of a symbol. The caller requests the quotes with
 * `useSubscription`.
 */
export const useQuote = (symbol: string): Quote | undefined => useLive((live) => live.quotes[symbol])

/** Returns whether the feed has refused the quotes of a symbol, because the partner may not show them. */
export const useIsUnlicensed = (symbol: string): boolean => useLive((live) => symbol in live.unlicensed)

/**
 * Returns the latest pushed quote of an option (OSI symbol), which the caller requests with
 * `useOptionSubscription`.
 */
export const useOptionQuote = (id: string): OptionQuote | undefined => useLive((live) => live.options[id])

/**
 * Returns the latest pushed quote of a symbol, or `fallback` before the first. The caller requests
 * the quotes with `useSubscription`.
 */
export const useLastQuote = <Fallback>(symbol: string, fallback: Fallback): Quote | Fallback =>
  useQuote(symbol) ?? fallback

/**
 * Returns the quote that a row of a list shows; undefined before the first. It changes together with those of the other
 * rows, about once a second. The row of the selected symbol changes with the other panels, which show the same price. A row
 * outside the visible part of the list changes when it is scrolled into view.
 */
export function useListQuote(
  symbol: string,
  { isSelected, isVisible }: { isSelected: boolean; isVisible: boolean },
): Quote | undefined {
  const shown = useRef<Quote>(undefined)
  const quote = useLive(({ listQuotes = {}, quotes }) => {
    const latest = isSelected ? quotes[symbol] : (listQuotes[symbol] ?? quotes[symbol])
    return isVisible ? latest : latest && (shown.current ?? latest)
  })
  useEffect(() => {
    shown.current = quote
  })
  return quote
}

/**
 * Returns the state of the market and the connection, and whether data is stale. A new quote causes
 * no rendering.
 */
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
