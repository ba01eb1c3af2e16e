import { describe, expect, test } from 'vitest'
import type { Profile } from '#service/markets/market.ts'
import { createEventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import { createSymbolSearch, readListedSymbols, searchSymbols, type ListedSymbol } from './symbol-search.ts'

const listedSymbols: ListedSymbol[] = [
  ['BRK.A', 'Berkshire Hathaway Inc.'],
  ['BRK.B', 'Berkshire Hathaway Inc.'],
  ['BRKR', 'Bruker Corporation'],
  ['AAPL', 'Apple Inc.'],
].map(([symbol, companyName]) => ({
  symbol: symbol!,
  companyName: companyName!,
  exchange: 'NYSE',
  sector: '',
  words: companyName!.toLowerCase().split(/\W+/).filter(Boolean),
}))
const searchTickers = (query: string) => searchSymbols(listedSymbols, query).map(({ symbol }) => symbol)

test.each(['BRK.B', 'BRK-B', 'brk/b', ' brk-b '])('finds a share class by %o', (query) => {
  expect(searchTickers(query)).toEqual(['BRK.B'])
})

test.each(['brk.', 'brk-', 'brk/'])('finds the share classes by the prefix %o', (query) => {
  expect(searchTickers(query)).toEqual(['BRK.A', 'BRK.B'])
})

test('ranks exact tickers first, then tickers with the prefix, then names', () => {
  expect(searchTickers('brk')).toEqual(['BRKR', 'BRK.A', 'BRK.B'])
  expect(searchTickers('b')).toEqual(['BRKR', 'BRK.A', 'BRK.B'])
  expect(searchTickers('hathaway')).toEqual(['BRK.A', 'BRK.B'])
  expect(searchTickers('apple')).toEqual(['AAPL'])
  expect(searchTickers('zzz')).toEqual([])
})

describe('reading the list', () => {
  const symbols = ['AAA', 'BBB', 'CCC', 'DDD']
  /** Reads with a source whose profiles take 2 ms each, in slices of 3 ms. */
  const read = (profile: (symbol: string) => Promise<Profile | undefined>) => {
    let now = 0
    const yields: number[] = []
    // A turn of its own, in which Node reports rejections that nothing handles.
    const nextTurn = () => {
      yields.push(now)
      return new Promise((resolve) => setImmediate(resolve))
    }
    const market = {
      universe: async () => symbols,
      profile: (symbol: string) => {
        now += 2
        return profile(symbol)
      },
    }
    const listed = readListedSymbols(
      market,
      createEventLoopYield({ elapsed: () => now, nextTurn, sliceMs: 3 }),
    )
    return { listed, yields }
  }
  const profileOf = (symbol: string) => ({ symbol, companyName: `${symbol} Inc.` }) as Profile

  test('yields to the event loop between two profiles, and keeps the order', async () => {
    const { listed, yields } = read(async (symbol) => (symbol === 'BBB' ? undefined : profileOf(symbol)))
    expect((await listed).map(({ symbol, words }) => [symbol, words])).toEqual([
      ['AAA', ['aaa', 'inc']],
      ['CCC', ['ccc', 'inc']],
      ['DDD', ['ddd', 'inc']],
    ])
    expect(yields).toEqual([4])
  })

  test('rejects with the failure of a profile, also of the first', async () => {
    const { listed } = read(async (symbol) => {
      if (symbol === 'AAA') throw new Error('source failed')
      return profileOf(symbol)
    })
    await expect(listed).rejects.toThrow('source failed')
  })
})

test('the result of a query is one object until the list is read again', () => {
  const search = createSymbolSearch()
  const matches = search(listedSymbols, 'brk')
  expect(matches.symbols.map(({ symbol }) => symbol)).toEqual(['BRKR', 'BRK.A', 'BRK.B'])
  expect(search(listedSymbols, 'brk')).toBe(matches)
  expect(search(listedSymbols, 'b')).not.toBe(matches)
  expect(search(listedSymbols.slice(0, 1), 'brk').symbols.map(({ symbol }) => symbol)).toEqual(['BRK.A'])
})
