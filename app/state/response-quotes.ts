/**
 * Adds the quotes of responses to the pushed ones, so that every place that shows a contract reads its newest quote from
 * `state/live`, whichever response or message has brought it.
 */
import { useLayoutEffect } from 'react'
import type { OptionQuote } from '#contract/feed.ts'
import { type AppState, useAppState } from './app-state.ts'
import { useLive } from './live.ts'
import { isOlderQuote } from './quote-age.ts'

/** A contract of a response. Prices are null if the partner may not show them. */
type QuotedContract = { readonly id: string; readonly bid: number | null; readonly ask: number | null }

/**
 * Stores the quotes of contracts that are not older than the known ones.
 *
 * @param asOf time of the quotes, ISO 8601; null if unknown, then nothing is stored
 */
export function addResponseQuotes(
  app: AppState,
  contracts: readonly QuotedContract[],
  asOf: string | null,
): void {
  if (asOf === null) return
  const store = useLive.of(app)
  const { options } = store.getState()
  const newer = contracts.flatMap(({ id, bid, ask }): OptionQuote[] => {
    const before = options[id]
    return isOlderQuote(asOf, before?.time) || bid === null || ask === null
      ? []
      : [{ id, bid, ask, last: before?.last ?? null, time: asOf }]
  })
  if (newer.length > 0)
    store.setState({
      options: { ...options, ...Object.fromEntries(newer.map((quote) => [quote.id, quote])) },
    })
}

/**
 * Stores the quotes of contracts that the component displays (`addResponseQuotes`), before the browser paints.
 *
 * @param contracts the same array while the response is the same
 */
export function useResponseQuotes(contracts: readonly QuotedContract[], asOf: string | null): void {
  const app = useAppState()
  useLayoutEffect(() => addResponseQuotes(app, contracts, asOf), [app, contracts, asOf])
}
