import { expect, test, vi } from 'vitest'
import { latestSession, weekday } from '#service/markets/calendar.ts'
import type { Quote } from '#contract/feed.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import { testSymbols } from '#service/shared/test-market.ts'
import { closedState, delayedState, openState, testKeyMarket } from './test-market.ts'

marketSuite('test market, open', async () => testKeyMarket(openState))
marketSuite('test market, closed', async () => testKeyMarket(closedState))

test('is fixed in the middle of a session, or on a Saturday if closed', () => {
  expect(weekday(latestSession(openState.now))).toBe(3)
  expect(delayedState.now).toEqual(openState.now)
  expect(latestSession(openState.now)).toBe('2026-07-08')
  expect(weekday('2026-07-11')).toBe(6)
  expect(latestSession(closedState.now)).toBe('2026-07-10')
})

test('returns the same data at any time', async () => {
  const [first, second] = [testKeyMarket(openState), testKeyMarket(openState)]
  await first.warm()
  vi.useFakeTimers({ now: Date.parse('2031-01-01T00:00:00Z'), toFake: ['Date'] })
  try {
    for (const symbol of ['TEST.OK', 'SPY', 'AAPL']) {
      expect(await first.quote(symbol)).toEqual(await second.quote(symbol))
      expect(await first.chain(symbol)).toEqual(await second.chain(symbol))
      expect(await first.news(symbol)).toEqual(await second.news(symbol))
    }
    expect(first.now()).toEqual(openState.now)
  } finally {
    vi.useRealTimers()
  }
})

test('lists its own symbols except TEST.UNKNOWN, and at most 120 symbols', async () => {
  const market = testKeyMarket(openState)
  const universe = await market.universe()
  const expected = Object.keys(testSymbols).filter((symbol) => symbol !== 'TEST.UNKNOWN')
  expect(universe.filter((symbol) => symbol.startsWith('TEST.')).toSorted()).toEqual(expected.toSorted())
  expect(universe.length).toBeLessThanOrEqual(120)
  expect(await market.quote('TEST.UNKNOWN')).toBeUndefined()
  expect(await market.quote('SNOW'), 'only in the simulated market').toBeUndefined()
})

test('changes only the price of TEST.TICK, a cent up and a cent down, until the watch is stopped', async () => {
  vi.useFakeTimers()
  try {
    const market = testKeyMarket(openState)
    const base = (await market.quote('TEST.TICK'))!
    const quotes: Quote[] = []
    const stop = market.watch(['TEST.TICK', 'TEST.OK', 'AAPL'], (quote) => quotes.push(quote))
    await vi.advanceTimersByTimeAsync(4000)
    expect(quotes.map(({ symbol }) => symbol)).toEqual(Array.from({ length: 4 }, () => 'TEST.TICK'))
    expect(quotes.map(({ last }) => Math.round((last - base.last) * 100))).toEqual([1, 0, 1, 0])
    expect(quotes[0]!.change! - base.change!).toBeCloseTo(0.01, 10)
    stop()
    await vi.advanceTimersByTimeAsync(4000)
    expect(quotes).toHaveLength(4)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
