/** Queries as values, of what is asked for only by what comes after the first screen. */
import { queryOptions } from '@tanstack/react-query'
import type { HistoryRange } from '#contract/resources.ts'
import { get } from './client.ts'
import { minute } from './queries.ts'

export const lookUps = {
  history: (symbol: string, range: HistoryRange) =>
    queryOptions({
      queryKey: ['history', symbol, range],
      queryFn: ({ signal }) => get('history', { symbol, query: { range }, signal }),
      enabled: symbol !== '',
      staleTime: 10 * minute,
      placeholderData: (previous, query) => (query?.queryKey[1] === symbol ? previous : undefined),
    }),
  symbols: (text: string) =>
    queryOptions({
      queryKey: ['symbols', text],
      queryFn: ({ signal }) => get('symbols', { query: { query: text }, signal }),
      enabled: text !== '',
      staleTime: 5 * minute,
      placeholderData: (previous) => previous,
    }),
  news: (symbol: string) =>
    queryOptions({
      queryKey: ['news', symbol],
      queryFn: ({ signal }) => get('news', { symbol, signal }),
      enabled: symbol !== '',
      staleTime: 5 * minute,
    }),
}
