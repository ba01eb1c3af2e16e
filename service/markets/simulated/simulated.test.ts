import { describe, expect, it } from 'vitest'
import { isTradingDay } from '#service/markets/calendar.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import { marketAt, defined, saturday } from './simulated.fixture.ts'
import { simulatedSymbols } from './companies/symbols.ts'

marketSuite('simulated, weekend', async () => marketAt(saturday))
marketSuite('simulated, in a session', async () => marketAt('2026-11-27T16:20:00Z', 9))

describe('the universe', () => {
  it('has at least 500 symbols with the best-known ones among them', async () => {
    const universe = await marketAt(saturday).universe()
    expect(universe.length).toBeGreaterThanOrEqual(500)
    for (const symbol of [
      'AAPL',
      'MSFT',
      'NVDA',
      'AMZN',
      'GOOGL',
      'META',
      'TSLA',
      'BRK.B',
      'JPM',
      'SPY',
      'QQQ',
      'IWM',
      'KO',
      'T',
      'F',
    ]) {
      expect(universe).toContain(symbol)
    }
    expect(await marketAt(saturday).profile('AAPL')).toMatchObject({
      companyName: 'Apple Inc.',
      sector: 'Technology',
      exchange: 'NASDAQ',
      kind: 'stock',
    })
    expect(await marketAt(saturday).profile('TQQQ')).toMatchObject({ kind: 'leveraged-etf' })
  })

  it('has prices near their configured level in any year', async () => {
    for (const year of [2003, 2020, 2026, 2035]) {
      for (const seed of [1, 2, 3]) {
        const bars = await defined(marketAt(`${year}-06-17T12:00:00Z`, seed).bars('AAPL'))
        const level = bars.close.at(-1) as number
        const expected = 300 * Math.exp(1.1 * 0.06 * (year - 2026))
        expect(level / expected, `${year} ${seed}`).toBeGreaterThan(0.55)
        expect(level / expected, `${year} ${seed}`).toBeLessThan(1.8)
      }
    }
  })

  it('has companies with losses, companies with dividends, and companies without options', async () => {
    const market = marketAt(saturday)
    const profiles = await Promise.all(
      (await market.universe()).map((symbol) => defined(market.profile(symbol))),
    )
    expect(profiles.filter(({ eps }) => eps !== null && eps < 0).length).toBeGreaterThan(20)
    const payers = profiles.filter(({ dividends }) => dividends.declared.length > 0)
    expect(payers.length).toBeGreaterThan(150)
    for (const { dividends } of payers) {
      expect(dividends.declared.map(({ exDate }) => exDate).toSorted()).toEqual(
        dividends.declared.map(({ exDate }) => exDate),
      )
      expect(dividends.knownThrough! > '2027-06').toBe(true)
      for (const { exDate } of dividends.declared)
        expect(isTradingDay(exDate) && exDate > '2026-11-20').toBe(true)
    }
    const withoutOptions = [...simulatedSymbols().values()].filter(({ listing }) => listing === 'none')
    expect(withoutOptions.length).toBeGreaterThan(3)
    for (const { symbol } of withoutOptions)
      expect((await defined(market.chain(symbol))).contracts).toEqual([])
  })
})
