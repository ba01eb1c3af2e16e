import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  daysBetween,
  expiryInstant,
  isEarlyClose,
  isTradingDay,
  latestClosedSession,
  latestSession,
  marketStateAt,
  newYorkDay,
  nextTradingDay,
  nthWeekday,
  previousTradingDay,
  sessionClose,
  sessionOpen,
  tradingDayOnOrBefore,
  tradingDaysBetween,
  tradingDaysUpTo,
  weekday,
} from './calendar.ts'

const reference = new URL(
  '../../../shared/market-data/reference/us-equity-market-hours.json',
  import.meta.url,
)
const toIsoDay = (usDate: string): string => {
  const [month = '', date = '', year = ''] = usDate.split('/')
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}
const isWeekend = (day: string) => weekday(day) === 0 || weekday(day) === 6

describe.skipIf(!existsSync(reference))(
  'the calendar, compared with the reference table of sessions (needs ../shared/market-data/reference)',
  () => {
    const table = existsSync(reference)
      ? (JSON.parse(readFileSync(reference, 'utf8')) as {
          holidays: string[]
          earlyCloses: Record<string, string>
        })
      : { holidays: [], earlyCloses: {} }

    it('is closed on the same weekdays from 1998 to 2028', () => {
      const expected = new Set(table.holidays.map(toIsoDay).filter((day) => !isWeekend(day)))
      const closures: string[] = []
      for (let day = '1998-01-01'; day <= '2028-12-31'; day = addDays(day, 1)) {
        if (!isWeekend(day) && !isTradingDay(day)) closures.push(day)
      }
      expect(closures.length).toBeGreaterThan(280)
      expect(closures).toEqual([...expected].toSorted())
    })

    it('closes early on the same days since November 1999, when the early closes of the table start', () => {
      const expected = Object.keys(table.earlyCloses)
        .map(toIsoDay)
        .filter((day) => !isWeekend(day))
      const earlyCloses: string[] = []
      for (let day = '1999-11-01'; day <= '2028-12-31'; day = addDays(day, 1))
        if (isEarlyClose(day)) earlyCloses.push(day)
      expect(earlyCloses).toEqual(expected.toSorted())
    })
  },
)

/** Closures and early closes (13:00) of four years, checked against the reference table. */
const expectedDays = {
  closed: `
    2025-01-01 2025-01-09 2025-01-20 2025-02-17 2025-04-18 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-11-27 2025-12-25
    2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 2026-12-25
    2027-01-01 2027-01-18 2027-02-15 2027-03-26 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-11-25 2027-12-24
    2028-01-17 2028-02-21 2028-04-14 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-11-23 2028-12-25`,
  early: `
    2025-07-03 2025-11-28 2025-12-24 2026-11-27 2026-12-24 2027-11-26 2028-07-03 2028-11-24`,
}
const daysIn = (text: string) => text.trim().split(/\s+/)

describe('days', () => {
  it('has the expected closures and early closes, 2025 to 2028', () => {
    const closures: string[] = []
    const earlyCloses: string[] = []
    for (let day = '2025-01-01'; day <= '2028-12-31'; day = addDays(day, 1)) {
      if (!isWeekend(day) && !isTradingDay(day)) closures.push(day)
      if (isEarlyClose(day)) earlyCloses.push(day)
    }
    expect(closures).toEqual(daysIn(expectedDays.closed))
    expect(earlyCloses).toEqual(daysIn(expectedDays.early))
  })

  it('is closed on unscheduled closures', () => {
    for (const day of [
      '2001-09-11',
      '2001-09-14',
      '2004-06-11',
      '2007-01-02',
      '2012-10-29',
      '2012-10-30',
      '2018-12-05',
      '2025-01-09',
    ]) {
      expect(isTradingDay(day), day).toBe(false)
    }
    expect(nextTradingDay('2001-09-10')).toBe('2001-09-17')
    expect(previousTradingDay('2012-10-31')).toBe('2012-10-26')
  })

  it('does not move a New Year that falls on a Saturday to Friday', () => {
    expect(isTradingDay('2021-12-31')).toBe(true)
    expect(isTradingDay('2022-01-03')).toBe(true)
  })

  it('moves a standard expiry on Good Friday to Thursday', () => {
    const thirdFriday = nthWeekday(2019, 4, 5, 3)
    expect(thirdFriday).toBe('2019-04-19')
    expect(tradingDayOnOrBefore(thirdFriday)).toBe('2019-04-18')
  })

  it('counts calendar days over a clock change and a leap day', () => {
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2)
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
    expect(daysBetween('2026-08-21', '2027-01-15')).toBe(147)
    expect(daysBetween('2026-08-21', '2026-08-20')).toBe(-1)
  })

  it.each([
    // From a Friday: no trading day is between it and Monday.
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-22', 0],
    ['2026-11-20', '2026-11-23', 0],
    ['2026-11-20', '2026-11-24', 1],
    ['2026-11-20', '2026-11-25', 2],
    // Thanksgiving is not a trading day; the Friday after it closes early and is one.
    ['2026-11-25', '2026-11-27', 0],
    ['2026-11-25', '2026-11-30', 1],
    ['2026-11-20', '2026-11-30', 4],
    ['2026-11-24', '2026-11-20', 0],
    ['2025-01-01', '2026-01-01', 250],
  ])('counts the trading days between %s and %s: %i', (from, to, count) => {
    expect(tradingDaysBetween(from, to)).toBe(count)
  })

  it('lists trading days backwards over a long weekend', () => {
    expect(tradingDaysUpTo('2026-09-08', 3)).toEqual(['2026-09-03', '2026-09-04', '2026-09-08'])
    expect(tradingDaysUpTo('2026-09-07', 1)).toEqual(['2026-09-04'])
  })

  it('has between 250 and 253 sessions in every year to 2035', () => {
    for (let year = 2013; year <= 2035; year++) {
      let sessions = 0
      for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1))
        if (isTradingDay(day)) sessions++
      expect(sessions, String(year)).toBeGreaterThanOrEqual(250)
      expect(sessions, String(year)).toBeLessThanOrEqual(253)
    }
  })
})

describe('instants', () => {
  it('returns the same New York day as Intl, sampled every 37 hours over 38 years', () => {
    const newYorkFormat = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/New_York',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    for (let ms = Date.UTC(1998, 0, 1); ms < Date.UTC(2036, 0, 1); ms += 37 * 3_600_000) {
      const instant = new Date(ms)
      expect(newYorkDay(instant), instant.toISOString()).toBe(newYorkFormat.format(instant))
    }
  })

  describe.each([
    ['the change to summer time', '2026-03-02', '2026-03-08'],
    ['Thanksgiving', '2026-11-16', '2026-11-26'],
    ['the change to winter time', '2026-10-26', '2026-11-01'],
    ['Christmas and the turn of the year', '2026-12-21', '2026-12-25'],
  ])('days to an expiry in every hour of two weeks with %s', (_, start, special) => {
    const expiry = addDays(start, 40)
    const hours = Array.from(
      { length: 14 * 24 + 1 },
      (_hour, hour) => Date.parse(`${start}T05:00:00Z`) + hour * 3_600_000,
    )
    /** The date and hour in New York, by Intl alone. */
    const newYorkParts = (ms: number): { date: string; hour: number } => {
      const parts = new Intl.DateTimeFormat('en-CA', {
        timeZone: 'America/New_York',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        hourCycle: 'h23',
      }).formatToParts(ms)
      const part = (type: string) => parts.find((item) => item.type === type)!.value
      return { date: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) }
    }

    it('are calendar days from the date in New York, also on closed days and before the open', () => {
      for (const ms of hours) {
        const { date } = newYorkParts(ms)
        const expected = Math.round((Date.parse(expiry) - Date.parse(date)) / 86_400_000)
        expect(daysBetween(newYorkDay(new Date(ms)), expiry), new Date(ms).toISOString()).toBe(expected)
      }
    })

    it('fall by one at midnight in New York and at no other hour', () => {
      const days = hours.map((ms) => daysBetween(newYorkDay(new Date(ms)), expiry))
      const falls = hours.filter((_ms, index) => index > 0 && days[index] !== days[index - 1])
      expect(falls.length).toBeGreaterThanOrEqual(13)
      for (const ms of falls) {
        const index = hours.indexOf(ms)
        expect([newYorkParts(ms).hour, days[index - 1]! - days[index]!]).toEqual([0, 1])
      }
      expect(hours.some((ms) => newYorkDay(new Date(ms)) === special)).toBe(true)
    })
  })

  it('opens at 09:30 and closes at 16:00 around clock changes, by the rules before and since 2007', () => {
    const newYorkFormat = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    for (const day of [
      '2006-03-31',
      '2006-04-03',
      '2006-10-27',
      '2006-10-30',
      '2026-03-06',
      '2026-03-09',
      '2026-10-30',
      '2026-11-02',
    ]) {
      expect(newYorkFormat.format(sessionOpen(day)), day).toBe('09:30')
      expect(newYorkFormat.format(sessionClose(day)), day).toBe('16:00')
    }
  })

  it('closes at 16:00 or 13:00, in summer and winter', () => {
    expect(sessionClose('2026-08-21').toISOString()).toBe('2026-08-21T20:00:00.000Z')
    expect(sessionClose('2026-01-05').toISOString()).toBe('2026-01-05T21:00:00.000Z')
    expect(sessionClose('2026-11-27').toISOString()).toBe('2026-11-27T18:00:00.000Z')
    expect(expiryInstant('2026-11-20').toISOString()).toBe('2026-11-20T21:00:00.000Z')
    expect(expiryInstant('2026-11-27').toISOString()).toBe('2026-11-27T18:00:00.000Z')
    expect(expiryInstant('2026-12-24').toISOString()).toBe('2026-12-24T18:00:00.000Z')
    expect(sessionOpen('2026-08-21').toISOString()).toBe('2026-08-21T13:30:00.000Z')
  })

  it.each([
    ['2026-08-21T07:59:00Z', 'closed'],
    ['2026-08-21T08:00:00Z', 'pre'],
    ['2026-08-21T13:30:00Z', 'open'],
    ['2026-08-21T19:59:59Z', 'open'],
    ['2026-08-21T20:00:00Z', 'after'],
    ['2026-08-22T00:00:00Z', 'closed'],
    ['2026-08-22T15:00:00Z', 'closed'],
    ['2026-11-27T18:00:00Z', 'after'],
    ['2026-11-27T22:00:00Z', 'closed'],
    ['2026-11-26T16:00:00Z', 'closed'],
  ])('at %s the market is %s', (instant, state) => {
    expect(marketStateAt(new Date(instant))).toBe(state)
  })

  it('returns the latest session that has opened, and the latest that has closed', () => {
    expect(latestSession(new Date('2026-08-21T13:29:59Z'))).toBe('2026-08-20')
    expect(latestSession(new Date('2026-08-21T13:30:00Z'))).toBe('2026-08-21')
    expect(latestClosedSession(new Date('2026-08-21T19:59:59Z'))).toBe('2026-08-20')
    expect(latestClosedSession(new Date('2026-08-21T20:00:00Z'))).toBe('2026-08-21')
    expect(latestSession(new Date('2026-08-23T15:00:00Z'))).toBe('2026-08-21')
    expect(latestSession(new Date('2026-08-24T03:30:00Z'))).toBe('2026-08-21')
  })
})
