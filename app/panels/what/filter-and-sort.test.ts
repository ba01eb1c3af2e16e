import { describe, expect, test } from 'vitest'
import { defaultSort, noFilters } from '#app/state/view.ts'
import { filterAndSort, capOf, countDirections, countFilters, nextSort } from './filter-and-sort.ts'
import { madeUpIdea, sixIdeas } from '#app/testing/ideas.ts'

const symbols = (...given: Parameters<typeof filterAndSort>) =>
  filterAndSort(...given).map(({ symbol }) => symbol)

describe('order', () => {
  test('by default the strongest come first in their own direction, then by symbol', () => {
    // F is bearish at rank 1: as strong as NVDA, bullish at 10.
    expect(symbols(sixIdeas, noFilters, defaultSort)).toEqual(['F', 'NVDA', 'AAPL', 'XOM', 'BA', 'KO'])
  })

  test('a column sorts both ways, ties by symbol', () => {
    expect(symbols(sixIdeas, noFilters, { column: 'price', descending: true })).toEqual([
      'NVDA',
      'AAPL',
      'KO',
      'F',
      'XOM',
      'BA',
    ])
    expect(symbols(sixIdeas, noFilters, { column: 'price', descending: false })).toEqual([
      'BA',
      'XOM',
      'F',
      'KO',
      'AAPL',
      'NVDA',
    ])
    expect(symbols(sixIdeas, noFilters, { column: 'symbol', descending: false })).toEqual([
      'AAPL',
      'BA',
      'F',
      'KO',
      'NVDA',
      'XOM',
    ])
  })

  test('what is missing comes last whichever way', () => {
    expect(symbols(sixIdeas, noFilters, { column: 'impliedVolatilityRank', descending: true }).at(-1)).toBe(
      'NVDA',
    )
    expect(symbols(sixIdeas, noFilters, { column: 'impliedVolatilityRank', descending: false }).at(-1)).toBe(
      'NVDA',
    )
  })

  test('the most liquid are the most: descending puts rank 1 first', () => {
    const liquid = symbols(sixIdeas, noFilters, { column: 'liquidityRank', descending: true })
    expect(liquid.slice(-2)).toEqual(['BA', 'F'])
  })

  test('a heading goes round: its natural way, the other, back to the default', () => {
    const once = nextSort(defaultSort, 'price')
    const twice = nextSort(once, 'price')
    expect([once, twice, nextSort(twice, 'price')]).toEqual([
      { column: 'price', descending: true },
      { column: 'price', descending: false },
      defaultSort,
    ])
    expect(nextSort(twice, 'symbol')).toEqual({ column: 'symbol', descending: false })
  })
})

describe('filters', () => {
  test.each([
    [{ direction: 'Bearish' }, ['F', 'XOM', 'BA']],
    [{ sector: 'Energy' }, ['XOM']],
    [{ marketCap: 'mega' }, ['NVDA', 'AAPL', 'XOM']],
    [{ marketCap: 'small' }, ['F']],
    [{ liquidity: 3 }, ['F']],
    [{ rule: 'golden-cross' }, ['NVDA']],
    [{ text: 'co' }, ['F', 'NVDA', 'XOM', 'BA', 'KO']],
    [{ text: ' nv ' }, ['NVDA']],
    [{ text: 'zzz' }, []],
  ] as const)('%o', (change, expected) => {
    expect(symbols(sixIdeas, { ...noFilters, ...change }, defaultSort)).toEqual(expected)
  })

  test('an idea without a known size is of no size', () => {
    expect(capOf(madeUpIdea('KO', { marketCap: null }))).toBeUndefined()
    expect(['mega', 'large', 'mid', 'small'].map((cap) => cap)).toContain(
      capOf(madeUpIdea('T', { marketCap: 10e9 })),
    )
    expect(capOf(madeUpIdea('T', { marketCap: 10e9 }))).toBe('large')
    expect(capOf(madeUpIdea('T', { marketCap: 9.99e9 }))).toBe('mid')
  })

  test('counts of a direction say what choosing it would show', () => {
    expect(countDirections(sixIdeas, noFilters)).toEqual({ all: 6, Bullish: 3, Bearish: 3 })
    expect(countDirections(sixIdeas, { ...noFilters, direction: 'Bullish', liquidity: 1 })).toEqual({
      all: 4,
      Bullish: 3,
      Bearish: 1,
    })
  })

  test('how many filters are set', () => {
    expect(countFilters(noFilters)).toBe(0)
    expect(countFilters({ ...noFilters, text: 'a', liquidity: 2, direction: 'Bearish' })).toBe(3)
  })
})
