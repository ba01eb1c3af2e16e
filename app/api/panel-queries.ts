/** Queries of the panels and the search. They load after the ideas, and queries.ts before them. */
import { queryOptions } from '@tanstack/react-query'
import type { HistoryRange } from '#contract/responses/resources.ts'
import { keepDataOfSymbol, minute, routeQuery } from './queries.ts'

export const panelQueries = {
  /** Daily bars. `averages` also requests moving averages; by default the response does not wait for them. */
  history: (symbol: string, range: HistoryRange, averages = false) =>
    queryOptions({
      ...routeQuery('history', symbol, { range, averages: averages ? 'all' : undefined }),
      staleTime: 10 * minute,
      placeholderData: keepDataOfSymbol(symbol),
    }),
  symbols: (text: string) =>
    queryOptions({
      ...routeQuery('symbols', undefined, { query: text }),
      enabled: text !== '',
      staleTime: 5 * minute,
      placeholderData: (previousData) => previousData,
    }),
  news: (symbol: string) => queryOptions({ ...routeQuery('news', symbol), staleTime: 5 * minute }),
}
