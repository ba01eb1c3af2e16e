/** The library and the index, which most readers never need. */
import MiniSearch from 'minisearch'
import { type Found, searchOptions } from '../search-options.ts'

/** Fetches the index. Rejects where it cannot be had. */
export async function openIndex(address: string): Promise<(words: string) => readonly Found[]> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const index = MiniSearch.loadJSON<Found>(await answer.text(), searchOptions)
  return (words) => index.search(words) as unknown as Found[]
}
