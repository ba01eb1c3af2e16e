import { describe, expect, it } from 'vitest'
import { marketAt, correlation, mean, defined, returns, saturday } from './simulated.fixture.ts'

describe('bars', () => {
  it('cover two years and the earlier days that moving averages need, up to the latest closed session', async () => {
    const lastDayOf = async (instant: string) => (await defined(marketAt(instant).bars('KO'))).date.at(-1)
    expect((await defined(marketAt(saturday).bars('KO'))).date.length).toBe(720)
    expect(await lastDayOf('2026-11-20T20:59:59Z')).toBe('2026-11-19')
    expect(await lastDayOf('2026-11-20T21:00:00Z')).toBe('2026-11-20')
    expect(await lastDayOf('2026-11-27T17:59:59Z')).toBe('2026-11-25')
    expect(await lastDayOf('2026-11-27T18:00:00Z')).toBe('2026-11-27')
  })

  it('do not depend on earlier requests, and differ by seed', async () => {
    const [first, second] = [marketAt(saturday), marketAt(saturday)]
    await first.bars('TSLA')
    await first.chain('SPY')
    expect(await first.bars('AAPL')).toEqual(await second.bars('AAPL'))
    expect(await second.bars('TSLA')).toEqual(await first.bars('TSLA'))
    expect((await defined(marketAt(saturday, 2).bars('AAPL'))).close).not.toEqual(
      (await defined(first.bars('AAPL'))).close,
    )
  })

  it('of past days do not change when the clock advances, even into the next year', async () => {
    for (const [before, after] of [
      ['2026-11-18T23:00:00Z', '2026-11-20T23:00:00Z'],
      ['2026-12-30T23:00:00Z', '2027-01-04T23:00:00Z'],
      ['2027-01-01T12:00:00Z', '2027-01-05T23:00:00Z'],
    ]) {
      const [earlier, later] = [
        await defined(marketAt(before as string).bars('XOM')),
        await defined(marketAt(after as string).bars('XOM')),
      ]
      const shift = later.date.indexOf(earlier.date.at(-1) as string) - 719
      expect(shift).toBeLessThan(0)
      for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) {
        expect(later[column].subarray(0, 720 + shift)).toEqual(earlier[column].subarray(-shift))
      }
    }
  })

  it('do not depend on the years that are requested with them, whenever companies report', async () => {
    const [earlier, later] = [marketAt('2025-12-30T23:00:00Z'), marketAt('2027-12-15T23:00:00Z')]
    for (const symbol of await earlier.universe()) {
      const closesOf = async (market: typeof earlier) => {
        const { date, close } = await defined(market.bars(symbol))
        return new Map(date.map((day, i) => [day, close[i]]))
      }
      const [before, after] = [await closesOf(earlier), await closesOf(later)]
      const shared = [...before.keys()].filter((day) => after.has(day))
      expect(shared.length).toBeGreaterThan(200)
      expect(
        shared.filter((day) => before.get(day) !== after.get(day)),
        symbol,
      ).toEqual([])
    }
  })

  it('correlate with the market as expected of their symbols, and have gaps and days of high volume', async () => {
    const market = marketAt(saturday)
    const spy = returns(await defined(market.bars('SPY')))
    expect(correlation(returns(await defined(market.bars('QQQ'))), spy)).toBeGreaterThan(0.9)
    expect(correlation(returns(await defined(market.bars('JPM'))), spy)).toBeGreaterThan(0.3)
    expect(correlation(returns(await defined(market.bars('SQQQ'))), spy)).toBeLessThan(-0.8)
    expect(Math.abs(correlation(returns(await defined(market.bars('GLD'))), spy))).toBeLessThan(0.3)
    const nvda = await defined(market.bars('NVDA'))
    const gaps = Array.from(nvda.open.subarray(1), (open, i) =>
      Math.abs(open / (nvda.close[i] as number) - 1),
    )
    expect(Math.max(...gaps)).toBeGreaterThan(0.02)
    expect(Math.max(...nvda.volume) / mean([...nvda.volume])).toBeGreaterThan(1.8)
  })
})
