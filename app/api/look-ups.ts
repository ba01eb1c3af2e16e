/** Queries as values, of what is asked for only by what comes after the first screen. */
import { queryOptions } from '@tanstack/react-query'
import type { HistoryRange } from '#contract/resources.ts'
import { ask } from './api.ts'
import { minute } from './queries.ts'

export const lookUps = {
  history: (symbol: string, range: HistoryRange) =>
    queryOptions({
      queryKey: ['history', symbol, range],
      queryFn: (query) => ask(query, 'history', { symbol, query: { range } }),
      enabled: symbol !== '',
      staleTime: 10 * minute,
      placeholderData: (previous, query) => (query?.queryKey[1] === symbol ? previous : undefined),
    }),
  symbols: (text: string) =>
    queryOptions({
      queryKey: ['symbols', text],
      queryFn: (query) => ask(query, 'symbols', { query: { query: text } }),
      enabled: text !== '',
      staleTime: 5 * minute,
      placeholderData: (previous) => previous,
    }),
  news: (symbol: string) =>
    queryOptions({
      queryKey: ['news', symbol],
      queryFn: (query) => ask(query, 'news', { symbol }),
      enabled: symbol !== '',
      staleTime: 5 * minute,
    }),
}
