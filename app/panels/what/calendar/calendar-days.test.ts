import { expect, test } from 'vitest'
import type { FullTradeIdea, FullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import { sampleIdeas } from '#app/testing/ideas.ts'
import { sampleFullIdea } from '#app/testing/full-ideas.ts'
import { calendarOf, weekdaysAhead } from './calendar-days.ts'

const ideasOf = (change: Partial<FullTradeIdeas>, ...tradeIdeas: FullTradeIdea[]): FullTradeIdeas => ({
  ...sampleIdeas([]),
  tradingDay: '2026-11-20',
  tradingDaysOld: 0,
  ...change,
  tradeIdeas,
})
const displayedSymbols = new Set(['AAPL', 'KO', 'SPY'])

test('starts with the first session that has not ended, and has six weeks of weekdays', () => {
  const { days } = calendarOf(ideasOf({}), displayedSymbols)!
  expect(days).toHaveLength(weekdaysAhead)
  expect(days[0]!.day).toBe('2026-11-23')
  expect(days.at(-1)!.day).toBe('2027-01-01')
  expect(calendarOf(ideasOf({ tradingDaysOld: 2 }), displayedSymbols)!.days[0]!.day).toBe('2026-11-25')
  expect(calendarOf(ideasOf({ tradingDay: null }), displayedSymbols)).toBeUndefined()
})

test('contains earnings and dividends of the displayed ideas, and counts the ideas with unknown dates', () => {
  const reason = { reason: 'not-given', asOf: null } as const
  const calendar = calendarOf(
    ideasOf(
      {},
      sampleFullIdea('AAPL', { earningsDate: '2026-11-24', exDividendDate: '2026-11-30' }),
      sampleFullIdea('KO', { earningsDate: null, unknown: [{ field: 'earningsDate', ...reason }] }),
      // A fund has no earnings, so its missing earnings date does not count as unknown.
      sampleFullIdea('SPY', { earningsDate: null, unknown: [{ field: 'exDividendDate', ...reason }] }),
      sampleFullIdea('BA', { earningsDate: '2026-11-24' }),
    ),
    displayedSymbols,
  )!
  const dayOf = (day: string) => calendar.days.find((calendarDay) => calendarDay.day === day)!
  expect(dayOf('2026-11-24').earnings.map(({ symbol }) => symbol)).toEqual(['AAPL'])
  expect(dayOf('2026-11-30').dividends.map(({ symbol }) => symbol)).toEqual(['AAPL'])
  expect(calendar).toMatchObject({ unknownEarnings: 1, unknownDividends: 1 })
})
