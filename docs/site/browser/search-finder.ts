/** Loads the search library and the index, separately because most readers never search. */
import MiniSearch from 'minisearch'
import { type Found, searchOptions } from '../search-options.ts'

/** Fetches the index and returns the search function. Rejects if it cannot be fetched. */
export async function openIndex(address: string): Promise<(words: string) => readonly Found[]> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const index = MiniSearch.loadJSON<Found>(await answer.text(), searchOptions)
  return (words) => index.search(words) as unknown as Found[]
}
