import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#service/markets/calendar.ts'
import type { Day, Earnings } from '#service/markets/market.ts'
import type { PricedExpiry } from '../surface.ts'
import { impliedEventsOf } from './implied-events.ts'
import { createReportVariance, impliedReportVariance } from './report-variance.ts'

const today = '2026-08-21'
const pastVariance = 0.0049
const report: Earnings = { day: addDays(today, 30), time: 'AfterClose', estimated: false }

/** Expiries with a volatility of 30 % and a report of variance 0.0036 on the day of `report`. */
const expiriesAt = (days: readonly number[], reportVariance = 0.0036): PricedExpiry[] =>
  days.map((count) => {
    const [day, years] = [addDays(today, count), count / 365]
    const variance = 0.09 * years + (day > report.day ? reportVariance : 0)
    const expiry: Pick<PricedExpiry, 'day' | 'years' | 'quoteDays' | 'atTheMoney' | 'atTheMoneyError'> = {
      day,
      years,
      quoteDays: count,
      atTheMoney: () => Math.sqrt(variance / years),
      atTheMoneyError: () => 0.002,
    }
    return expiry as PricedExpiry
  })
const varianceWith = (
  earnings: Earnings | null,
  expiries = expiriesAt([7, 28, 35, 63, 98]),
  kind: 'stock' | 'etf' = 'stock',
): ((expiry: Day) => number) =>
  createReportVariance({
    earnings,
    kind,
    expiries,
    events: impliedEventsOf(expiries),
    pastVariance,
    today,
    date: today,
  })

describe('the variance that the surface implies', () => {
  test.each([[[7, 28, 35, 63, 98]], [[28, 35, 63]], [[35, 63, 98]], [[14, 21, 63]]])(
    'is that of the report, with expiries at %j days',
    (days) => {
      expect(impliedReportVariance(expiriesAt(days), report)).toBeCloseTo(0.0036, 10)
    },
  )

  test('is undefined if no expiry is after the report, if only one is, or if it shows no lump', () => {
    expect(impliedReportVariance(expiriesAt([7, 28]), report)).toBeUndefined()
    expect(impliedReportVariance(expiriesAt([63]), report)).toBeUndefined()
    expect(impliedReportVariance(expiriesAt([7, 28, 35, 63], 0), report)).toBeUndefined()
    expect(impliedReportVariance([], report)).toBeUndefined()
  })

  test('ignores expiries without a volatility', () => {
    const expiries = expiriesAt([7, 28, 35, 42, 63]).map((expiry) =>
      expiry.quoteDays === 35 ? { ...expiry, atTheMoney: () => undefined } : expiry,
    )
    expect(impliedReportVariance(expiries, report)).toBeCloseTo(0.0036, 10)
  })
})

describe('the variance of reports until an expiry', () => {
  test('counts none before the reaction, the implied one after it, and one a quarter', () => {
    const varianceUntil = varianceWith(report)
    expect(varianceUntil(addDays(today, 28))).toBe(0)
    // The report comes after the close on which the option expires.
    expect(varianceUntil(report.day)).toBe(0)
    expect(varianceUntil(addDays(today, 35))).toBeCloseTo(0.0036, 10)
    expect(varianceUntil(addDays(today, 30 + 90))).toBeCloseTo(0.0036, 10)
    expect(varianceUntil(addDays(today, 30 + 91))).toBeCloseTo(0.0072, 10)
  })

  test('is that of past reports if the surface does not show it', () => {
    expect(varianceWith(report, expiriesAt([7, 28, 35, 63], 0))(addDays(today, 35))).toBe(pastVariance)
  })

  test('is spread over a quarter if the date is unknown', () => {
    const withoutLump = expiriesAt([7, 28, 35, 63, 98], 0)
    const sessionsUntil = (day: Day) => (varianceWith(null, withoutLump)(day) / pastVariance) * 63
    expect(sessionsUntil('2026-08-28')).toBeCloseTo(5, 10)
    expect(sessionsUntil('2026-09-18')).toBeCloseTo(19, 10)
    const passed: Earnings = { ...report, day: addDays(today, -3) }
    expect(varianceWith(passed, withoutLump)('2026-08-28')).toBeCloseTo((pastVariance * 5) / 63, 12)
  })

  test('is that of the events that the surface shows if no report is known', () => {
    const varianceUntil = varianceWith(null)
    expect(varianceUntil(addDays(today, 28))).toBe(0)
    expect(varianceUntil(addDays(today, 35))).toBeCloseTo(0.0036, 10)
    expect(varianceUntil(addDays(today, 98))).toBeCloseTo(0.0036, 10)
    expect(varianceUntil(addDays(today, 35 + 91))).toBeCloseTo(0.0072, 10)
    // A report on a later day that is known does not repeat the event.
    const later = varianceWith({ ...report, day: addDays(today, 120) })
    expect(later(addDays(today, 28))).toBe(0)
    expect(later(addDays(today, 98))).toBeCloseTo(0.0036, 10)
  })

  test('is zero for a fund', () => {
    expect(varianceWith(null, [], 'etf')('2027-01-15')).toBe(0)
    expect(daysBetween(today, '2027-01-15')).toBeGreaterThan(100)
  })
})
