import { describe, expect, test } from 'vitest'
import { defaultSort, noFilters } from '#app/state/view.ts'
import { filterAndSort, capOf, countDirections, countFilters, nextSort } from './filter-and-sort.ts'
import { sampleIdea, sixIdeas } from '#app/testing/ideas.ts'

const symbols = (...args: Parameters<typeof filterAndSort>) =>
  filterAndSort(...args).map(({ symbol }) => symbol)

describe('sorting', () => {
  test('is by strength by default, with ties by symbol', () => {
    // F (bearish, rank 1) and NVDA (bullish, rank 10) have the same strength.
    expect(symbols(sixIdeas, noFilters, defaultSort)).toEqual(['F', 'NVDA', 'AAPL', 'XOM', 'BA', 'KO'])
  })

  test('by a column works in both directions', () => {
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
    const sorted = symbols(sixIdeas, noFilters, { column: 'liquidityRank', descending: true })
    expect(sorted.slice(-2)).toEqual(['BA', 'F'])
  })

  test('cycles with clicks on a header: first direction, opposite direction, default order', () => {
    const afterOneClick = nextSort(defaultSort, 'price')
    const afterTwoClicks = nextSort(afterOneClick, 'price')
    expect([afterOneClick, afterTwoClicks, nextSort(afterTwoClicks, 'price')]).toEqual([
      { column: 'price', descending: true },
      { column: 'price', descending: false },
      defaultSort,
    ])
    expect(nextSort(afterTwoClicks, 'symbol')).toEqual({ column: 'symbol', descending: false })
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
    expect(capOf(sampleIdea('KO', { marketCap: null }))).toBeUndefined()
    expect(['mega', 'large', 'mid', 'small'].map((cap) => cap)).toContain(
      capOf(sampleIdea('T', { marketCap: 10e9 })),
    )
    expect(capOf(sampleIdea('T', { marketCap: 10e9 }))).toBe('large')
    expect(capOf(sampleIdea('T', { marketCap: 9.99e9 }))).toBe('mid')
  })

  test('counts the ideas that each direction would show', () => {
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
