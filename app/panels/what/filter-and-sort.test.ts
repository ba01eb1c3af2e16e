import { describe, expect, test } from 'vitest'
import { defaultSort, noFilters } from '#app/state/view.ts'
import { filterAndSort, capOf, countDirections, countFilters, nextSort } from './filter-and-sort.ts'
import { madeUpIdea, sixIdeas } from '#app/testing/ideas.ts'

const symbols = (...args: Parameters<typeof filterAndSort>) =>
  filterAndSort(...args).map(({ symbol }) => symbol)

describe('sorting', () => {
  test('is by strength in the direction of each idea by default, then by symbol', () => {
    // F is bearish at rank 1 and as strong as NVDA, which is bullish at rank 10.
    expect(symbols(sixIdeas, noFilters, defaultSort)).toEqual(['F', 'NVDA', 'AAPL', 'XOM', 'BA', 'KO'])
  })

  test('by a column works in both directions, with ties by symbol', () => {
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

  test('puts missing values last in both directions', () => {
    expect(symbols(sixIdeas, noFilters, { column: 'impliedVolatilityRank', descending: true }).at(-1)).toBe(
      'NVDA',
    )
    expect(symbols(sixIdeas, noFilters, { column: 'impliedVolatilityRank', descending: false }).at(-1)).toBe(
      'NVDA',
    )
  })

  test('by liquidity in descending order puts rank 1 first', () => {
    const liquid = symbols(sixIdeas, noFilters, { column: 'liquidityRank', descending: true })
    expect(liquid.slice(-2)).toEqual(['BA', 'F'])
  })

  test('cycles with clicks on a header: default direction, the other one, no sorting by it', () => {
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

  test('an idea with unknown market capitalisation has no size', () => {
    expect(capOf(madeUpIdea('KO', { marketCap: null }))).toBeUndefined()
    expect(['mega', 'large', 'mid', 'small'].map((cap) => cap)).toContain(
      capOf(madeUpIdea('T', { marketCap: 10e9 })),
    )
    expect(capOf(madeUpIdea('T', { marketCap: 10e9 }))).toBe('large')
    expect(capOf(madeUpIdea('T', { marketCap: 9.99e9 }))).toBe('mid')
  })

  test('counts what each direction would show', () => {
    expect(countDirections(sixIdeas, noFilters)).toEqual({ all: 6, Bullish: 3, Bearish: 3 })
    expect(countDirections(sixIdeas, { ...noFilters, direction: 'Bullish', liquidity: 1 })).toEqual({
      all: 4,
      Bullish: 3,
      Bearish: 1,
    })
  })

  test('counts the filters that are set', () => {
    expect(countFilters(noFilters)).toBe(0)
    expect(countFilters({ ...noFilters, text: 'a', liquidity: 2, direction: 'Bearish' })).toBe(3)
  })
})
