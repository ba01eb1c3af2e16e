import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Quote } from '#contract/feed.ts'
import { marketAt, defined, saturday } from './simulated.fixture.ts'
import { simulatedMarket } from './simulated.ts'

describe('ticks', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: saturday })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('have the status open and simulated, also on a Saturday', () => {
    expect(simulatedMarket({ seed: 1 }).status()).toEqual({
      state: 'open',
      delayedSeconds: 0,
      simulated: true,
      asOf: null,
    })
  })

  it.each(['MSFT', 'SPY'])(
    'of %s go from one close to the next within the bar, and the volume rises to that of the bar',
    async (symbol) => {
      const friday = await defined(marketAt('2026-11-20T21:00:00Z').bars(symbol))
      const monday = await defined(marketAt('2026-11-23T21:00:00Z').bars(symbol))
      const first = await defined(marketAt('2026-11-20T21:00:00Z').quote(symbol))
      expect(first.last).toBe(friday.close.at(-1))
      // After the close Friday's change stays.
      const thursdayClose = friday.close.at(-2) as number
      expect(first.change).toBeCloseTo(first.last - thursdayClose, 4)
      expect(first.percentageChange).toBeCloseTo((first.last / thursdayClose - 1) * 100, 3)
      expect(first.change).not.toBe(0)
      let now = Date.parse('2026-11-20T21:00:00Z')
      const market = simulatedMarket({ seed: 1, clock: () => new Date(now) })
      let volume = 0
      const prices = new Set<number>()
      for (; now < Date.parse('2026-11-23T21:00:00Z'); now += 601_000) {
        const quote = await defined(market.quote(symbol))
        expect(quote.volume).toBeGreaterThanOrEqual(volume)
        volume = quote.volume ?? Number.NaN
        prices.add(quote.last)
        const base =
          now < Date.parse('2026-11-23T14:30:00Z') ? thursdayClose : (friday.close.at(-1) as number)
        expect(quote.change).toBeCloseTo(quote.last - base, 4)
        if (now >= Date.parse('2026-11-23T14:30:00Z')) {
          expect(quote.last).toBeLessThanOrEqual(monday.high.at(-1) as number)
          expect(quote.last).toBeGreaterThanOrEqual(monday.low.at(-1) as number)
        }
      }
      expect(prices.size).toBeGreaterThan(100)
      const end = await defined(marketAt('2026-11-23T20:59:59.9Z').quote(symbol))
      expect(end.last / (monday.close.at(-1) as number)).toBeCloseTo(1, 4)
      expect((end.volume ?? Number.NaN) / (monday.volume.at(-1) as number)).toBeCloseTo(1, 3)
    },
  )

  it('are the same on two nodes with one clock', async () => {
    expect(await marketAt(saturday, 5).quote('AAPL')).toEqual(await marketAt(saturday, 5).quote('AAPL'))
  })

  it('are delivered only for new trades, until stopped, with one timer', async () => {
    const market = simulatedMarket({ seed: 1, tickMs: 100 })
    const [busyQuotes, quietQuotes]: [Quote[], Quote[]] = [[], []]
    const stopBusy = market.watch(['AAPL', 'NO-SUCH'], (quote) => busyQuotes.push(quote))
    const stopQuiet = market.watch(['CRVL', 'AAPL'], (quote) => quietQuotes.push(quote))
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(20_000)
    expect(busyQuotes.length).toBeGreaterThan(20)
    expect(busyQuotes.every(({ symbol }) => symbol === 'AAPL')).toBe(true)
    expect(new Set(busyQuotes.map(({ time }) => time)).size).toBe(busyQuotes.length)
    expect(quietQuotes.filter(({ symbol }) => symbol === 'CRVL').length).toBeLessThan(5)
    expect(quietQuotes.filter(({ symbol }) => symbol === 'AAPL')).toEqual(busyQuotes)
    stopBusy()
    const countAfterStop = busyQuotes.length
    vi.advanceTimersByTime(5_000)
    expect(busyQuotes.length).toBe(countAfterStop)
    expect(vi.getTimerCount()).toBe(1)
    stopQuiet()
    stopQuiet()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('end when `close` is called', async () => {
    const market = simulatedMarket({ seed: 1 })
    market.watch(['AAPL'], () => {
      throw new Error('called after close')
    })
    await market.close()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(5_000)
  })

  it('are not delivered to a watcher after it has stopped itself', () => {
    const market = simulatedMarket({ seed: 1 })
    let calls = 0
    const stop = market.watch(['AAPL', 'MSFT', 'NVDA', 'SPY'], () => {
      calls++
      stop()
    })
    vi.advanceTimersByTime(30_000)
    expect(calls).toBe(1)
  })
})
