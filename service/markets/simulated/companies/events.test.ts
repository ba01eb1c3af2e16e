import { describe, expect, it } from 'vitest'
import { daysBetween, isTradingDay } from '#service/markets/calendar.ts'
import { at, must, saturday } from '#service/markets/simulated/simulated.fixture.ts'

describe('earnings and news', () => {
  it('come every quarter; some are only estimated, some unknown, funds have none', async () => {
    const market = at(saturday)
    const universe = await market.universe()
    const all = await Promise.all(universe.map((symbol) => market.earnings(symbol)))
    const known = all.filter((one) => one !== null)
    expect(await market.earnings('SPY')).toBeNull()
    expect(all.length - known.length).toBeGreaterThan(14)
    expect(known.length).toBeGreaterThan(450)
    for (const one of known) {
      expect(isTradingDay(one.day)).toBe(true)
      expect(daysBetween(market.today(), one.day)).toBeLessThan(105)
    }
    const january = await Promise.all(universe.map((symbol) => at('2027-01-08T15:00:00Z').earnings(symbol)))
    expect(new Set(january.map((one) => one?.time))).toEqual(
      new Set(['BeforeOpen', 'AfterClose', 'Unknown', undefined]),
    )
    expect(january.some((one) => one && !one.estimated)).toBe(true)
  })

  it('says what the bars say, and links nowhere', async () => {
    const market = at(saturday)
    const news = await market.news('AAPL')
    expect(news.length).toBeGreaterThan(3)
    for (const { url, time } of news) {
      expect(url).toBeNull()
      expect(time <= saturday).toBe(true)
    }
    const close = (await must(market.bars('AAPL'))).close
    const week = (close.at(-1) as number) / (close.at(-6) as number) - 1
    const told = news.find(({ headline }) => headline.includes('ends the week'))?.headline ?? ''
    expect(told).toContain(`$${(close.at(-1) as number).toFixed(2)}`)
    expect(told).toContain(`${Math.abs(week * 100).toFixed(1)}%`)
    expect(new Set(news.map(({ id }) => id)).size).toBe(news.length)
  })
})
