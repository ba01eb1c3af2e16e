/** Variance that earnings reports add to the price before an expiry. */
import { addDays, daysBetween, tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Day, Earnings, Profile } from '#service/markets/market.ts'
import { reactionDays } from '#service/analysis/volatility/report-sessions.ts'
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'
import { earningsBefore } from './events.ts'
import { eventVarianceBetween, firstPoint } from './forward-variance.ts'
import type { ImpliedEvents } from './implied-events.ts'

/**
 * The variance of a report that the options imply: what it adds to the forward variance between the
 * expiries around it. `undefined` if the surface does not show the report.
 */
export const impliedReportVariance = (
  expiries: readonly PricedExpiry[],
  report: Pick<Earnings, 'day' | 'time'>,
): number | undefined => {
  const reaction = reactionDays(report)
  const [firstDay, lastDay] = [reaction[0]!, reaction.at(-1)!]
  // The report after this one is in the variance of later expiries.
  const nextReport = addDays(report.day, config.forecast.reports.quarterDays)
  const following = expiries.filter(({ day }) => day >= lastDay && day < nextReport)
  const after = firstPoint(following)
  if (!after) return undefined
  const before = firstPoint(expiries.filter(({ day }) => day < firstDay).toReversed())
  const next = firstPoint(following.filter(({ years }) => years > after.years))
  const event = eventVarianceBetween(before, after, next)
  return event && event.variance > config.forecast.reports.minImpliedShare * event.around
    ? event.variance
    : undefined
}

export type ReportContext = {
  readonly earnings: Earnings | null
  readonly kind: Profile['kind']
  /** All expiries of the chain, nearest first. */
  readonly expiries: readonly PricedExpiry[]
  /** Events without a known report before them that the options imply. */
  readonly events: ImpliedEvents
  /** Mean variance of a past report. */
  readonly pastVariance: number
  /** The latest session that has opened. */
  readonly today: Day
  /** Calendar date in New York of the response. */
  readonly date: Day
}

/**
 * Returns a function that returns the variance of the reports until an expiry. It counts the next
 * report and one a quarter after it. Each has the variance that the surface shows for the next one,
 * otherwise that of a past report. If no report is known before the expiry, the events that the
 * surface shows count, and one a quarter after the last of them. If it shows none at all and the date is
 * unknown, the variance of a past report is spread evenly over a quarter.
 */
export const createReportVariance = ({
  earnings,
  kind,
  expiries,
  events,
  pastVariance,
  today,
  date,
}: ReportContext): ((expiry: Day) => number) => {
  const { quarterDays, quarterSessions } = config.forecast.reports
  let variance: number | undefined
  return (expiry) => {
    const before = earningsBefore(earnings, kind, expiry, date)
    if (before.kind !== 'due') {
      const implied = events.until(expiry)
      const last = implied.at(-1)
      if (last) {
        const further =
          before.kind === 'unknown' ? Math.floor(daysBetween(last.until, expiry) / quarterDays) : 0
        return implied.reduce((sum, event) => sum + event.variance, further * last.variance)
      }
      return before.kind === 'unknown' && !events.hasAny()
        ? (pastVariance * (tradingDaysBetween(today, expiry) + 1)) / quarterSessions
        : 0
    }
    const report = before.earnings
    // A report after the last close before the expiry moves the price only afterwards.
    if (reactionDays(report)[0]! > expiry) return 0
    variance ??= impliedReportVariance(expiries, report) ?? pastVariance
    return variance * (1 + Math.floor(daysBetween(report.day, expiry) / quarterDays))
  }
}
