import { expect, test } from 'vitest'
import { searchSymbols, type ListedSymbol } from './symbol-search.ts'

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
