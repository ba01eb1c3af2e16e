/** The search library and the index: a separate module, because most readers never search. */
import MiniSearch from 'minisearch'
import { type SearchResult, searchOptions } from '../search-options.ts'

/** Fetches the index and returns the search function. Rejects if it cannot be fetched. */
export async function openIndex(address: string): Promise<(query: string) => readonly SearchResult[]> {
  const response = await fetch(address)
  if (!response.ok)
    throw new Error(`the request for the search index ${address} failed with status ${response.status}`)
  const index = MiniSearch.loadJSON<SearchResult>(await response.text(), searchOptions)
  return (query) => index.search(query) as unknown as SearchResult[]
}
