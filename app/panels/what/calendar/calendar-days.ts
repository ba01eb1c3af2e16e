/** Earnings and ex-dividend dates of ideas in the next six weeks. */
import type { WireFullTradeIdea, WireFullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'

/** Number of weekdays in the calendar: six weeks. */
export const weekdaysAhead = 30

export type CalendarDay = {
  /** `YYYY-MM-DD` */
  day: string
  earnings: WireFullTradeIdea[]
  dividends: WireFullTradeIdea[]
}

export type Calendar = {
  /** All weekdays in ascending order, with or without events. */
  days: CalendarDay[]
  /** Number of ideas whose next earnings date is unknown. */
  unknownEarnings: number
  /** Number of ideas whose next ex-dividend date is unknown. */
  unknownDividends: number
}

const nextWeekday = (day: string): string => {
  const date = new Date(`${day}T12:00:00Z`)
  do date.setUTCDate(date.getUTCDate() + 1)
  while (date.getUTCDay() % 6 === 0)
  return date.toISOString().slice(0, 10)
}

/** Returns the `count` weekdays after a day. */
function weekdaysAfter(day: string, count: number): string[] {
  const days: string[] = []
  for (let next = nextWeekday(day); days.length < count; next = nextWeekday(next)) days.push(next)
  return days
}

/**
 * Returns the calendar of the ideas whose symbol is in `symbols`. It starts with the first trading
 * session that has not ended. Undefined without a scan.
 */
export function calendarOf(
  { tradeIdeas, tradingDay, tradingDaysOld }: WireFullTradeIdeas,
  symbols: ReadonlySet<string>,
): Calendar | undefined {
  if (tradingDay === null) return undefined
  const ideas = tradeIdeas.filter(({ symbol }) => symbols.has(symbol))
  const endedSessions = tradingDaysOld ?? 0
  const days = weekdaysAfter(tradingDay, endedSessions + weekdaysAhead)
    .slice(endedSessions)
    .map((day) => ({
      day,
      earnings: ideas.filter((idea) => idea.earningsDate === day),
      dividends: ideas.filter((idea) => idea.exDividendDate === day),
    }))
  const countUnknown = (field: keyof WireFullTradeIdea) =>
    ideas.filter((idea) => whyUnknown(idea, field)).length
  return {
    days,
    unknownEarnings: countUnknown('earningsDate'),
    unknownDividends: countUnknown('exDividendDate'),
  }
}
