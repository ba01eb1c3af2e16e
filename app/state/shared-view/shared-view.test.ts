import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxStateLength, sealState } from '#contract/bridge/state-text.ts'
import { columns as listColumns } from '#app/panels/what/ideas/columns.ts'
import { sharedViews } from '#app/testing/shared-views.ts'
import { initialView, noFilters, type View } from '#app/state/view.ts'
import { hasInitialList, readState, type SharedView, writeState } from './shared-view.ts'

const aapl: SharedView = { ...initialView, symbol: 'AAPL' }
/** A view that uses every field, with the longest symbols, contracts and filters. */
const longest: SharedView = {
  symbol: 'ABC-DEF/GHI^JKL',
  sentimentOverride: 'Neutral',
  leg: 'put',
  timeframe: 'long',
  riskProfile: 'aggressive',
  contract: 'ZZZZZZZZZZZZZZZ270115P00240000',
  howView: 'chain',
  compare: ['A', 'B', 'C', 'D'].map((root) => ({
    symbol: 'ABC-DEF/GHI^JKL',
    id: `${root.repeat(15)}270115C00240000`,
  })),
  range: '2Y',
  tab: 'how',
  list: 'holdings',
  incomeLeg: 'put',
  calendar: true,
  filters: {
    direction: 'Bearish',
    sector: 'Consumer Discretionary',
    marketCap: 'small',
    liquidity: 3,
    rule: 'williams-r-rises-above-minus-80',
    text: 'International Business Machines Corporat',
    minPrice: 1234567.125,
    maxPrice: 9876543.875,
    minYield: 0.123456,
    minIvRank: 99.5,
    noEarnings: true,
  },
  sort: { column: 'sentiment', descending: false },
  screen: {
    sort: 'annualizedReturn',
    order: 'asc',
    trend: 'Bullish',
    noDividend: true,
    maxCash: 25_000,
    minProbability: 0.85,
    maxDelta: 0.25,
    minDays: 20,
    maxDays: 60,
    maxSpread: 0.05,
    minOpenInterest: 500,
    minIvPercentile: 75,
  },
}

test('1,000 random views are the same after a round trip, in at most 512 characters that no URL encodes', () => {
  fc.assert(
    fc.property(sharedViews(), (view) => {
      const text = writeState(view)
      expect(readState(text)).toEqual(view)
      expect(text.length).toBeLessThanOrEqual(maxStateLength)
      expect(encodeURIComponent(text)).toBe(text)
      expect(String(new URLSearchParams({ text }))).toBe(`text=${text}`)
    }),
    { numRuns: 1000 },
  )
})

test('the view of a new user is short, and the longest view fits', () => {
  expect(writeState(aapl)).toMatch(/^1_AAPL_[a-z\d]{7}$/)
  expect(writeState(longest).length).toBeLessThanOrEqual(maxStateLength)
  expect(readState(writeState(longest))).toEqual(longest)
})

test('a typed text that does not fit is left out, and everything else stays', () => {
  const text = writeState({ ...longest, filters: { ...longest.filters, text: '期'.repeat(40) } })
  expect(text.length).toBeLessThanOrEqual(maxStateLength)
  expect(readState(text)).toEqual({ ...longest, filters: { ...longest.filters, text: '' } })
})

test('half of a surrogate pair, which no URL can have, becomes a replacement character', () => {
  const text = writeState({ ...aapl, filters: { ...noFilters, text: 'a\ud83d' } })
  expect(readState(text)?.filters.text).toBe('a\ufffd')
})

test('says nothing about the user: positions, cost, cash, appearance and language do not change it', () => {
  const user: View = {
    ...initialView,
    symbol: 'AAPL',
    positions: { AAPL: { stockQuantity: 4711, costBasis: 180.5 } },
    cash: 99_000,
    locale: 'he',
    colorConvention: 'red-up',
    colorVision: 'safe',
    density: 'compact',
    symbolOrigin: 'user',
  }
  expect(writeState(user)).toBe(writeState(aapl))
})

test('a text that lost or changed one character at any position is refused', () => {
  for (const view of [aapl, longest]) {
    const text = writeState(view)
    for (let index = 0; index < text.length; index += 1) {
      const [before, after] = [text.slice(0, index), text.slice(index + 1)]
      expect(readState(before + after), `without ${index}`).toBeUndefined()
      for (const char of 'A0a._-')
        if (char !== text[index])
          expect(readState(before + char + after), `${char} at ${index}`).toBeUndefined()
    }
  }
})

describe('a text with a valid checksum that no widget has written is refused:', () => {
  test.each([
    ['a digit that stands for nothing', 'AAPL_9'],
    ['zeros at the end', 'AAPL_10'],
    ['a symbol that is none', 'AAPLxx'],
    ['a contract that is none', 'AAPL__hello'],
    ['a compared contract that is none', 'AAPL___AAPL-hello'],
    ['more compared contracts than fit', `AAPL___${'AAPL-r270115C00240000.'.repeat(4)}AAPL-r270115C00250000`],
    ['a negative price', 'AAPL____--5'],
    ['a price that is none', 'AAPL____NaN'],
    ['a price in another notation', 'AAPL____1e2'],
    ['a broken escape', 'AAPL__________-FF'],
    ['a long filter', `AAPL__________${'a'.repeat(61)}`],
    ['an order that is none', 'AAPL___________z'],
    ['a negative cash', 'AAPL____________--5'],
    ['a field too many', `AAPL${'_'.repeat(20)}5`],
  ])('%s', (_, body) => expect(readState(sealState(body))).toBeUndefined())
})

test.each([undefined, null, '', 7, {}, 'AAPL', '1_AAPL', '2_AAPL_0000000', 'x'.repeat(10_000)])(
  '%j is refused',
  (value) => expect(readState(value)).toBeUndefined(),
)

test('every column of the list can be the order', () => {
  for (const column of listColumns) {
    const sort = { column, descending: false }
    expect(readState(writeState({ ...aapl, sort }))?.sort).toEqual(sort)
  }
})

test('a changed list, filter or order is not the initial list; another tab or symbol is', () => {
  expect(hasInitialList({ ...aapl, tab: 'how', range: '1M' })).toBe(true)
  expect(hasInitialList({ ...aapl, list: 'income' })).toBe(false)
  expect(hasInitialList({ ...aapl, calendar: true })).toBe(false)
  expect(hasInitialList({ ...aapl, filters: { ...noFilters, minYield: 0 } })).toBe(false)
  expect(hasInitialList({ ...aapl, screen: { maxDelta: 0.3 } })).toBe(false)
  expect(hasInitialList({ ...aapl, screen: { sort: undefined } })).toBe(true)
  expect(hasInitialList({ ...aapl, sort: { column: 'strength', descending: false } })).toBe(false)
})
