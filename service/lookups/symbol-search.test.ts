import { expect, test } from 'vitest'
import { searchSymbols, type ListedSymbol } from './symbol-search.ts'

const listed: ListedSymbol[] = [
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
const found = (query: string) => searchSymbols(listed, query).map(({ symbol }) => symbol)

test.each(['BRK.B', 'BRK-B', 'brk/b', ' brk-b '])('a class of shares is found by %o', (query) => {
  expect(found(query)).toEqual(['BRK.B'])
})

test.each(['brk.', 'brk-', 'brk/'])('and is on its way at %o', (query) => {
  expect(found(query)).toEqual(['BRK.A', 'BRK.B'])
})

test('a ticker comes before those it begins, and those before names', () => {
  expect(found('brk')).toEqual(['BRKR', 'BRK.A', 'BRK.B'])
  expect(found('b')).toEqual(['BRKR', 'BRK.A', 'BRK.B'])
  expect(found('hathaway')).toEqual(['BRK.A', 'BRK.B'])
  expect(found('apple')).toEqual(['AAPL'])
  expect(found('zzz')).toEqual([])
})
