/** Which days of the next weeks have earnings or go ex-dividend, among some ideas. */
import type { WholeTradeIdea, WholeTradeIdeas } from '#contract/responses/full-ideas.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'

/** Weekdays on the strip: six weeks. */
export const weekdaysAhead = 30

export type CalendarDay = {
  /** `YYYY-MM-DD` */
  day: string
  earnings: WholeTradeIdea[]
  dividends: WholeTradeIdea[]
}

export type Calendar = {
  /** Every weekday, oldest first; most have nothing. */
  days: CalendarDay[]
  /** Of how many ideas the next report, or the next dividend, is not known. */
  unknownEarnings: number
  unknownDividends: number
}

const weekdayAfter = (day: string): string => {
  const date = new Date(`${day}T12:00:00Z`)
  do date.setUTCDate(date.getUTCDate() + 1)
  while (date.getUTCDay() % 6 === 0)
  return date.toISOString().slice(0, 10)
}

/** The weekday that comes `count` weekdays after a day, and all in between. */
function weekdaysAfter(day: string, count: number): string[] {
  const days: string[] = []
  for (let at = weekdayAfter(day); days.length < count; at = weekdayAfter(at)) days.push(at)
  return days
}

/** The strip from the first session that is not over yet. Of no scan there is none. */
export function calendarOf(
  { tradeIdeas, tradingDay, tradingDaysOld }: WholeTradeIdeas,
  symbols: ReadonlySet<string>,
): Calendar | undefined {
  if (tradingDay === null) return undefined
  const ideas = tradeIdeas.filter(({ symbol }) => symbols.has(symbol))
  const over = tradingDaysOld ?? 0
  const days = weekdaysAfter(tradingDay, over + weekdaysAhead)
    .slice(over)
    .map((day) => ({
      day,
      earnings: ideas.filter((idea) => idea.earningsDate === day),
      dividends: ideas.filter((idea) => idea.exDividendDate === day),
    }))
  const unknown = (field: keyof WholeTradeIdea) => ideas.filter((idea) => whyUnknown(idea, field)).length
  return {
    days,
    unknownEarnings: unknown('earningsDate'),
    unknownDividends: unknown('exDividendDate'),
  }
}
