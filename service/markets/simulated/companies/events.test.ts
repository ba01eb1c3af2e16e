import { describe, expect, it } from 'vitest'
import { daysBetween, isTradingDay } from '#service/markets/calendar.ts'
import { marketAt, defined, saturday } from '#service/markets/simulated/simulated.fixture.ts'

describe('events of companies', () => {
  it('include earnings every quarter: some are estimated, some unknown, funds have none', async () => {
    const market = marketAt(saturday)
    const universe = await market.universe()
    const results = await Promise.all(universe.map((symbol) => market.earnings(symbol)))
    const events = results.filter((result) => result !== null)
    expect(await market.earnings('SPY')).toBeNull()
    expect(results.length - events.length).toBeGreaterThan(14)
    expect(events.length).toBeGreaterThan(450)
    for (const event of events) {
      expect(isTradingDay(event.day)).toBe(true)
      expect(daysBetween(market.today(), event.day)).toBeLessThan(105)
    }
    const january = await Promise.all(
      universe.map((symbol) => marketAt('2027-01-08T15:00:00Z').earnings(symbol)),
    )
    expect(new Set(january.map((event) => event?.time))).toEqual(
      new Set(['BeforeOpen', 'AfterClose', 'Unknown', undefined]),
    )
    expect(january.some((event) => event && !event.estimated)).toBe(true)
  })

  it('include news that matches the bars and has no links', async () => {
    const market = marketAt(saturday)
    const news = await market.news('AAPL')
    expect(news.length).toBeGreaterThan(3)
    for (const { url, time } of news) {
      expect(url).toBeNull()
      expect(time <= saturday).toBe(true)
    }
    const close = (await defined(market.bars('AAPL'))).close
    const week = (close.at(-1) as number) / (close.at(-6) as number) - 1
    const weekHeadline = news.find(({ headline }) => headline.includes('ends the week'))?.headline ?? ''
    expect(weekHeadline).toContain(`$${(close.at(-1) as number).toFixed(2)}`)
    expect(weekHeadline).toContain(`${Math.abs(week * 100).toFixed(1)}%`)
    expect(new Set(news.map(({ id }) => id)).size).toBe(news.length)
  })
})
