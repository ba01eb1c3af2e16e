import { expect, test, vi } from 'vitest'
import { latestSession, weekday } from '#service/markets/calendar.ts'
import type { Quote } from '#contract/feed.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import { testSymbols } from '#service/shared/test-market.ts'
import { closedStanding, delayedStanding, openStanding, testKeyMarket } from './test-market.ts'

marketSuite('test market, open', async () => testKeyMarket(openStanding))
marketSuite('test market, closed', async () => testKeyMarket(closedStanding))

test('stands in the middle of a session, and closed on a Saturday', () => {
  expect(weekday(latestSession(openStanding.now))).toBe(3)
  expect(delayedStanding.now).toEqual(openStanding.now)
  expect(latestSession(openStanding.now)).toBe('2026-07-08')
  expect(weekday('2026-07-11')).toBe(6)
  expect(latestSession(closedStanding.now)).toBe('2026-07-10')
})

test('says the same whenever it is opened and however long it stays open', async () => {
  const [one, other] = [testKeyMarket(openStanding), testKeyMarket(openStanding)]
  await one.warm()
  vi.useFakeTimers({ now: Date.parse('2031-01-01T00:00:00Z'), toFake: ['Date'] })
  try {
    for (const symbol of ['TEST.OK', 'SPY', 'AAPL']) {
      expect(await one.quote(symbol)).toEqual(await other.quote(symbol))
      expect(await one.chain(symbol)).toEqual(await other.chain(symbol))
      expect(await one.news(symbol)).toEqual(await other.news(symbol))
    }
    expect(one.now()).toEqual(openStanding.now)
  } finally {
    vi.useRealTimers()
  }
})

test('lists its own symbols, but the unknown one, and no more of the others than it has chosen', async () => {
  const market = testKeyMarket(openStanding)
  const universe = await market.universe()
  const own = Object.keys(testSymbols).filter((symbol) => symbol !== 'TEST.UNKNOWN')
  expect(universe.filter((symbol) => symbol.startsWith('TEST.')).toSorted()).toEqual(own.toSorted())
  expect(universe.length).toBeLessThanOrEqual(65)
  expect(await market.quote('TEST.UNKNOWN')).toBeUndefined()
  expect(await market.quote('SNOW'), 'of the simulated market alone').toBeUndefined()
})

test('only TEST.TICK moves: a cent up, a cent down, until nobody watches', async () => {
  vi.useFakeTimers()
  try {
    const market = testKeyMarket(openStanding)
    const base = (await market.quote('TEST.TICK'))!
    const heard: Quote[] = []
    const stop = market.watch(['TEST.TICK', 'TEST.OK', 'AAPL'], (quote) => heard.push(quote))
    await vi.advanceTimersByTimeAsync(4000)
    expect(heard.map(({ symbol }) => symbol)).toEqual(Array.from({ length: 4 }, () => 'TEST.TICK'))
    expect(heard.map(({ last }) => Math.round((last - base.last) * 100))).toEqual([1, 0, 1, 0])
    expect(heard[0]!.change! - base.change!).toBeCloseTo(0.01, 10)
    stop()
    await vi.advanceTimersByTimeAsync(4000)
    expect(heard).toHaveLength(4)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
