/** Searches symbols by ticker and by words of the company's name. */
import { LRUCache } from 'lru-cache'
import type { SymbolMatch, SymbolMatches } from '#contract/responses/resources.ts'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import type { Market } from '#service/markets/market.ts'
import { createEventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import type { EventLoopYield } from '#service/shared/yield-to-event-loop.ts'

/** A symbol of the search index, with the normalised words of its company's name. */
export type ListedSymbol = SymbolMatch & { readonly words: readonly string[] }

const maxMatches = 20

/**
 * Every symbol of the market's universe. Rejects if the market fails. Yields to the event loop between two profiles,
 * because a source may compute them.
 */
export async function readListedSymbols(
  market: Pick<Market, 'universe' | 'profile'>,
  yieldToEventLoop: EventLoopYield = createEventLoopYield({ elapsed: () => performance.now() }),
): Promise<readonly ListedSymbol[]> {
  const pending: ReturnType<Market['profile']>[] = []
  for (const symbol of await market.universe()) {
    await yieldToEventLoop()
    const profile = market.profile(symbol)
    // `Promise.all` reports the failure after the others have started.
    profile.catch(() => {})
    pending.push(profile)
  }
  return (await Promise.all(pending))
    .filter((profile) => profile !== undefined)
    .map(({ symbol, companyName, exchange, sector }) => ({
      symbol,
      companyName,
      exchange,
      sector,
      words: wordsOf(companyName),
    }))
}

/** Number of cached results of one list: about 4 MB with their bytes. */
const maxCachedResults = 500

/** Returns the matches of a query in a list. Results are cached, so that each is serialized and compressed once. */
export function createSymbolSearch(): (
  listedSymbols: readonly ListedSymbol[],
  query: string,
) => SymbolMatches {
  const caches = new WeakMap<readonly ListedSymbol[], LRUCache<string, SymbolMatches>>()
  return (listedSymbols, query) => {
    let cache = caches.get(listedSymbols)
    if (!cache) caches.set(listedSymbols, (cache = new LRUCache({ max: maxCachedResults })))
    const cached = cache.get(query)
    if (cached) return cached
    const matches = { symbols: searchSymbols(listedSymbols, query) }
    cache.set(query, matches)
    return matches
  }
}

/**
 * Returns at most 20 matches: the exact ticker, then tickers with the query as their prefix,
 * shortest first, then companies for which every word of the query is a prefix of a word of the
 * name.
 */
export function searchSymbols(listedSymbols: readonly ListedSymbol[], query: string): SymbolMatch[] {
  // `brk-` is a prefix of `brk-b`.
  const ticker = canonicalSymbol(query).replace(/[-/]$/, '.')
  const words = wordsOf(query)
  const ranked = listedSymbols.flatMap((entry) => {
    if (entry.symbol === ticker) return [{ rank: 0, entry }]
    if (entry.symbol.startsWith(ticker)) return [{ rank: 1 + entry.symbol.length / 100, entry }]
    if (
      words.length === 0 ||
      !words.every((word) => entry.words.some((nameWord) => nameWord.startsWith(word)))
    )
      return []
    return [{ rank: entry.words[0]!.startsWith(words[0]!) ? 2 : 3, entry }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank || (a.entry.symbol < b.entry.symbol ? -1 : 1))
    .slice(0, maxMatches)
    .map(({ entry: { symbol, companyName, exchange, sector } }) => ({
      symbol,
      companyName,
      exchange,
      sector,
    }))
}

const withoutAccents = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** Lower case, without accents, split at everything that is neither letter nor digit. */
const wordsOf = (text: string) =>
  withoutAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
