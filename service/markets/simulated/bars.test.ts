import { describe, expect, it } from 'vitest'
import { at, correlation, mean, must, returns, saturday } from './simulated.fixture.ts'

describe('bars', () => {
  it('are two years and what their averages take, up to the latest session that has closed', async () => {
    const lastOf = async (instant: string) => (await must(at(instant).bars('KO'))).date.at(-1)
    expect((await must(at(saturday).bars('KO'))).date.length).toBe(720)
    expect(await lastOf('2026-11-20T20:59:59Z')).toBe('2026-11-19')
    expect(await lastOf('2026-11-20T21:00:00Z')).toBe('2026-11-20')
    expect(await lastOf('2026-11-27T17:59:59Z')).toBe('2026-11-25')
    expect(await lastOf('2026-11-27T18:00:00Z')).toBe('2026-11-27')
  })

  it('are the same whatever was asked before, and others with another seed', async () => {
    const [first, second] = [at(saturday), at(saturday)]
    await first.bars('TSLA')
    await first.chain('SPY')
    expect(await first.bars('AAPL')).toEqual(await second.bars('AAPL'))
    expect(await second.bars('TSLA')).toEqual(await first.bars('TSLA'))
    expect((await must(at(saturday, 2).bars('AAPL'))).close).not.toEqual(
      (await must(first.bars('AAPL'))).close,
    )
  })

  it('of the past stay what they were when the clock goes on, over New Year too', async () => {
    for (const [before, after] of [
      ['2026-11-18T23:00:00Z', '2026-11-20T23:00:00Z'],
      ['2026-12-30T23:00:00Z', '2027-01-04T23:00:00Z'],
      ['2027-01-01T12:00:00Z', '2027-01-05T23:00:00Z'],
    ]) {
      const [old, young] = [
        await must(at(before as string).bars('XOM')),
        await must(at(after as string).bars('XOM')),
      ]
      const shift = young.date.indexOf(old.date.at(-1) as string) - 719
      expect(shift).toBeLessThan(0)
      for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) {
        expect(young[column].subarray(0, 720 + shift)).toEqual(old[column].subarray(-shift))
      }
    }
  })

  it('move with the market where they should, and have gaps and busy days', async () => {
    const market = at(saturday)
    const spy = returns(await must(market.bars('SPY')))
    expect(correlation(returns(await must(market.bars('QQQ'))), spy)).toBeGreaterThan(0.9)
    expect(correlation(returns(await must(market.bars('JPM'))), spy)).toBeGreaterThan(0.3)
    expect(correlation(returns(await must(market.bars('SQQQ'))), spy)).toBeLessThan(-0.8)
    expect(Math.abs(correlation(returns(await must(market.bars('GLD'))), spy))).toBeLessThan(0.3)
    const nvda = await must(market.bars('NVDA'))
    const gaps = Array.from(nvda.open.subarray(1), (open, i) =>
      Math.abs(open / (nvda.close[i] as number) - 1),
    )
    expect(Math.max(...gaps)).toBeGreaterThan(0.02)
    expect(Math.max(...nvda.volume) / mean([...nvda.volume])).toBeGreaterThan(1.8)
  })
})
