import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readToFrame } from '#contract/bridge/bridge-messages.ts'
import { ClientFrameSchema } from '#contract/feed.ts'
import { readOptions } from '#contract/bridge/options/options.ts'
import { SymbolParameter } from '#contract/api/routes.ts'
import { canonicalSymbol, symbolPattern } from './symbols.ts'

test.each([
  ['BRK.B', 'BRK.B'],
  ['BRK-B', 'BRK.B'],
  ['BRK/B', 'BRK.B'],
  [' brk-b ', 'BRK.B'],
  ['bf/a', 'BF.A'],
  ['aapl', 'AAPL'],
  // These suffixes are no share classes: an index, a currency pair, a warrant, a series of preferred shares.
  ['^gspc', '^GSPC'],
  ['BTC-USD', 'BTC-USD'],
  ['ABC-WT', 'ABC-WT'],
  ['BAC-PL', 'BAC-PL'],
  ['-B', '-B'],
])('the canonical form of %o is %s', (text, canonical) => {
  expect(canonicalSymbol(text)).toBe(canonical)
  expect(canonicalSymbol(canonical)).toBe(canonical)
  expect(symbolPattern.test(canonical)).toBe(true)
})

describe.each(['BRK.B', 'BRK-B', 'BRK/B', 'brk-b'])('%s is read as BRK.B', (symbol) => {
  test('in the path of a look-up', () => {
    expect(v.parse(SymbolParameter, symbol)).toBe('BRK.B')
  })
  test('in the options of a page', () => {
    expect(readOptions({ destinationId: 'x', apiKey: 'k', userId: 'u', symbol }).options.symbol).toBe('BRK.B')
  })
  test('in a command of the page', () => {
    expect(readToFrame({ type: 'command', name: 'SET_SYMBOL', payload: { symbol } })).toMatchObject({
      payload: { symbol: 'BRK.B' },
    })
  })
  test('in the feed', () => {
    expect(v.parse(ClientFrameSchema, { type: 'subscribe', symbols: [symbol] })).toEqual({
      type: 'subscribe',
      symbols: ['BRK.B'],
    })
  })
})
