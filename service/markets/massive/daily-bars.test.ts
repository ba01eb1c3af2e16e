/** Bars of single symbols over the stand-in. */
import { describe, expect, test } from 'vitest'
import { defined, openOverStandIn } from './open.fixture.ts'
import { altered } from './stand-in.fixture.ts'

describe('bars', () => {
  test('of one symbol take one call, and the next after its session has closed and was published', async () => {
    const { market, time, standIn, wait, callsTo } = await openOverStandIn()
    const bars = await defined(market.bars('AAPL'))
    expect(bars.date.length).toBe(504)
    expect(bars.date.at(-1)).toBe('2026-11-19')
    wait(3_600_000)
    await market.bars('AAPL')
    expect(callsTo('/range/').length).toBe(1)

    time.now = new Date('2026-11-20T21:30:00Z')
    standIn.data.daysWithoutData.add('2026-11-20')
    wait(3_600_000)
    expect((await defined(market.bars('AAPL'))).date.at(-1)).toBe('2026-11-19')
    standIn.data.daysWithoutData.clear()
    wait(301_000)
    expect((await defined(market.bars('AAPL'))).date.at(-1)).toBe('2026-11-20')
  })

  test('of a session that has just closed are requested again until they are final', async () => {
    const { market, time, standIn, wait } = await openOverStandIn()
    time.now = new Date('2026-11-20T21:16:00Z')
    standIn.fail(
      '/range/',
      altered((body: { results: Record<string, number>[] }) => ({
        ...body,
        results: body.results.map((bar, i) => (i === 503 ? { ...bar, c: bar['l'] } : bar)),
      })),
    )
    const early = await defined(market.bars('AAPL'))
    expect(early.date.at(-1)).toBe('2026-11-20')
    standIn.heal()
    time.now = new Date('2026-11-20T23:00:00Z')
    wait(301_000)
    const final = await defined(standIn.market.bars('AAPL'))
    expect(early.close.at(-1)).not.toBe(final.close.at(-1))
    expect((await defined(market.bars('AAPL'))).close.at(-1)).toBe(final.close.at(-1))
    const calls = standIn.requests.length
    wait(3_600_000)
    await market.bars('AAPL')
    expect(standIn.requests.length).toBe(calls)
  })

  test('of an index use the index’s ticker', async () => {
    const { market, standIn } = await openOverStandIn()
    await market.bars('^SPX')
    expect(decodeURIComponent(standIn.requests[0]!.url.pathname)).toContain('/ticker/I:SPX/range')
  })
})
