/** Sessions of past bars in which the price reacted to an earnings report. */
import { nextTradingDay, tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Bars, Day, Earnings, Report } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import { median } from '#service/analysis/median.ts'

/** Earnings reports within bars. */
export type ReportSessions = {
  /** Indices of the bars that contain the reaction to a report. */
  readonly indices: ReadonlySet<number>
  /** Logarithmic move of the price over each reaction, oldest first. */
  readonly moves: readonly number[]
}

export const noReportSessions: ReportSessions = { indices: new Set(), moves: [] }

/**
 * Sessions whose prices may contain the reaction to a report: its own day if it comes before the
 * open, the next session if it comes after the close, and both if the time is unknown.
 */
export const reactionDays = ({ day, time }: Report): readonly Day[] =>
  time === 'BeforeOpen' ? [day] : time === 'AfterClose' ? [nextTradingDay(day)] : [day, nextTradingDay(day)]

/** First and last bar of one reaction. */
type Reaction = { readonly first: number; readonly last: number }

/** Reactions to the reports of which the source knows the day. */
const knownReactions = ({ date }: Bars, reports: readonly Report[]): Reaction[] => {
  const indexByDay = new Map(date.map((day, index) => [day, index]))
  return reports.flatMap((report) => {
    const indices = reactionDays(report).flatMap((day) => {
      const index = indexByDay.get(day)
      return index === undefined || index < 1 ? [] : [index]
    })
    return indices.length > 0 ? [{ first: indices[0]!, last: indices.at(-1)! }] : []
  })
}

/**
 * Overnight moves that are too large for the stock's usual ones, largest first. A company reports
 * once a quarter, so a move closer than `minDistance` sessions to another report is news of another
 * kind and remains in realised volatility.
 */
const inferredReactions = (
  { open, close }: Bars,
  known: readonly Reaction[],
  nextReport: number,
): Reaction[] => {
  const { minDistance, minDeviations } = config.forecast.reports
  const moves = Array.from(close, (_, i) => (i > 0 ? Math.abs(Math.log(open[i]! / close[i - 1]!)) : 0))
  // For a normal distribution, the median of the absolute values is 0.6745 standard deviations.
  const deviation = median(moves.slice(1)) / 0.6745
  if (!(deviation > 0)) return []
  const inferred: Reaction[] = []
  const large = moves
    .map((move, index) => ({ move, index }))
    .filter(({ move }) => move > minDeviations * deviation)
    .toSorted((a, b) => b.move - a.move)
  for (const { index } of large) {
    const isNear = (other: number) => Math.abs(other - index) < minDistance
    if (!isNear(nextReport) && ![...known, ...inferred].some(({ last }) => isNear(last)))
      inferred.push({ first: index, last: index })
  }
  return inferred
}

/**
 * Returns the sessions of earnings reports within the bars of a stock: of those that the source
 * knows, and of those that overnight moves show in the quarters for which it knows none.
 */
export const reportSessionsOf = (bars: Bars, earnings: Earnings | null): ReportSessions => {
  const { date, close } = bars
  const lastDay = date.at(-1)
  if (lastDay === undefined) return noReportSessions
  const known = knownReactions(bars, earnings?.past ?? [])
  const nextReport =
    earnings && earnings.day > lastDay
      ? date.length - 1 + tradingDaysBetween(lastDay, earnings.day)
      : Infinity
  const reactions = [...known, ...inferredReactions(bars, known, nextReport)].toSorted(
    (a, b) => a.first - b.first,
  )
  const indices = new Set<number>()
  for (const { first, last } of reactions) for (let i = first; i <= last; i++) indices.add(i)
  return {
    indices,
    moves: reactions.map(({ first, last }) => Math.log(close[last]! / close[first - 1]!)),
  }
}
