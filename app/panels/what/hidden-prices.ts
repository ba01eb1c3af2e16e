/** Figures of the lists that the partner may not show, according to the cached responses. Sends no request. */
import { notifyManager, type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { bestIncomePath } from '#contract/api/paths.ts'
import type { WireBestIncome } from '#contract/responses/lists/best-income.ts'
import { problemOf } from '#app/api/client.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { queries } from '#app/api/queries.ts'
import { hasHiddenYield } from './best-strategy.ts'

export type HiddenFigures = {
  /** Prices of stocks. */
  prices: boolean
  /** Returns of option trades. */
  yields: boolean
}

/** Returns the hidden figures of the ideas. Until their trades are loaded, returns are hidden if prices are. */
export function useHiddenIdeaFigures(): HiddenFigures {
  const cached = { enabled: false, refetchInterval: false } as const
  const ideas = useQuery({ ...queries.tradeIdeas(), ...cached }).data?.tradeIdeas
  const fullIdeas = useQuery({ ...lazyQueries.fullIdeas(), ...cached }).data?.tradeIdeas
  const prices = ideas?.[0]?.price === null
  return { prices, yields: fullIdeas ? fullIdeas.some(hasHiddenYield) : prices }
}

/**
 * Returns whether the best income trades have hidden prices. The service then refuses filters of prices and returns,
 * because a filter of a hidden price would reveal it. Before the first response, they are hidden if those of the ideas
 * are.
 */
export function useHiddenIncomePrices(): boolean {
  const cache = useQueryClient().getQueryCache()
  const { prices } = useHiddenIdeaFigures()
  const findLatest = () => {
    const results = cache.findAll({ queryKey: [bestIncomePath] }) as Query<WireBestIncome>[]
    return results
      .map(({ state }) => ({
        time: Math.max(state.dataUpdatedAt, state.errorUpdatedAt),
        isHidden: hidesPrices(state),
      }))
      .filter(({ isHidden }) => isHidden !== undefined)
      .toSorted((a, b) => b.time - a.time)[0]?.isHidden
  }
  // Batched, because the cache also notifies while components render.
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  )
  return useSyncExternalStore(subscribe, findLatest) ?? prices
}

/** Whether a result has hidden prices; undefined if it does not show that. */
function hidesPrices({ data, error }: Query<WireBestIncome>['state']): boolean | undefined {
  if (error !== null && problemOf(error).code === 'not-licensed') return true
  const [first] = data?.trades ?? []
  return first && first.premium === null
}
