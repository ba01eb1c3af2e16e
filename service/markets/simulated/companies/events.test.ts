import { describe, expect, it } from 'vitest'
import { daysBetween, isTradingDay } from '#service/markets/calendar.ts'
import type { Earnings } from '#service/markets/market.ts'
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

  it('include reports in every month, most after the quarters of the calendar, spread over many days', async () => {
    const universe = await marketAt(saturday).universe()
    const reports: Earnings[] = []
    // The next report of every company, at the start of each quarter of two years.
    for (const instant of [1, 4, 7, 10].flatMap((month) => [
      `2026-${String(month).padStart(2, '0')}-02T15:00:00Z`,
      `2027-${String(month).padStart(2, '0')}-02T15:00:00Z`,
    ])) {
      const market = marketAt(instant)
      const results = await Promise.all(universe.map((symbol) => market.earnings(symbol)))
      reports.push(...results.filter((result) => result !== null))
    }
    const shareOf = (isCounted: (report: Earnings) => boolean) =>
      reports.filter(isCounted).length / reports.length
    const inMonths = (...months: string[]) => shareOf(({ day }) => months.includes(day.slice(5, 7)))
    for (const month of ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'])
      expect(inMonths(month), month).toBeGreaterThan(0.01)
    expect(inMonths('01', '02', '04', '05', '07', '08', '10', '11')).toBeGreaterThan(0.75)
    expect(inMonths('01', '04', '07', '10')).toBeGreaterThan(0.35)
    expect(inMonths('03', '06', '09', '12')).toBeGreaterThan(0.05)
    const busiestDay = Math.max(
      ...[...Map.groupBy(reports, ({ day }) => day).values()].map(({ length }) => length),
    )
    expect(busiestDay).toBeLessThan(0.2 * universe.length)
    expect(shareOf(({ time }) => time === 'BeforeOpen')).toBeGreaterThan(0.35)
    expect(shareOf(({ time }) => time === 'AfterClose')).toBeGreaterThan(0.35)
    expect(shareOf(({ time }) => time === 'Unknown')).toBeGreaterThan(0.02)
    expect(shareOf(({ time }) => time === 'Unknown')).toBeLessThan(0.15)
    expect(shareOf(({ estimated }) => estimated)).toBeGreaterThan(0.2)
    expect(shareOf(({ estimated }) => !estimated)).toBeGreaterThan(0.2)
  })

  it('are the same for the share classes of a company', async () => {
    const market = marketAt(saturday)
    expect(await market.earnings('GOOG')).toEqual(await market.earnings('GOOGL'))
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
