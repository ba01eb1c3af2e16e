import { expect, test } from 'vitest'
import type { FullTradeIdea, FullTradeIdeas } from '#contract/responses/full-ideas.ts'
import { madeUpIdeas } from '#app/testing/ideas.ts'
import { madeUpWhole } from '#app/testing/full-ideas.ts'
import { calendarOf, weekdaysAhead } from './calendar-days.ts'

const scan = (change: Partial<FullTradeIdeas>, ...tradeIdeas: FullTradeIdea[]): FullTradeIdeas => ({
  ...madeUpIdeas([]),
  tradingDay: '2026-11-20',
  tradingDaysOld: 0,
  ...change,
  tradeIdeas,
})
const displayedSymbols = new Set(['AAPL', 'KO', 'SPY'])

test('starts with the first session that is not over, and has six weeks of weekdays', () => {
  const { days } = calendarOf(scan({}), displayedSymbols)!
  expect(days).toHaveLength(weekdaysAhead)
  expect(days[0]!.day).toBe('2026-11-23')
  expect(days.at(-1)!.day).toBe('2027-01-01')
  expect(calendarOf(scan({ tradingDaysOld: 2 }), displayedSymbols)!.days[0]!.day).toBe('2026-11-25')
  expect(calendarOf(scan({ tradingDay: null }), displayedSymbols)).toBeUndefined()
})

test('contains earnings and dividends of the displayed ideas, and counts the ideas with unknown dates', () => {
  const reason = { reason: 'not-given', asOf: null } as const
  const calendar = calendarOf(
    scan(
      {},
      madeUpWhole('AAPL', { earningsDate: '2026-11-24', exDividendDate: '2026-11-30' }),
      madeUpWhole('KO', { earningsDate: null, unknown: [{ field: 'earningsDate', ...reason }] }),
      // A fund never reports, so its earnings date is not unknown.
      madeUpWhole('SPY', { earningsDate: null, unknown: [{ field: 'exDividendDate', ...reason }] }),
      madeUpWhole('BA', { earningsDate: '2026-11-24' }),
    ),
    displayedSymbols,
  )!
  const dayOf = (day: string) => calendar.days.find((calendarDay) => calendarDay.day === day)!
  expect(dayOf('2026-11-24').earnings.map(({ symbol }) => symbol)).toEqual(['AAPL'])
  expect(dayOf('2026-11-30').dividends.map(({ symbol }) => symbol)).toEqual(['AAPL'])
  expect(calendar).toMatchObject({ unknownEarnings: 1, unknownDividends: 1 })
})
