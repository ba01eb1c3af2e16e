/** Variance that earnings reports add to the price before an expiry. */
import { addDays, daysBetween, tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Day, Earnings, Profile } from '#service/markets/market.ts'
import { reactionDays } from '#service/analysis/volatility/report-sessions.ts'
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'
import { earningsBefore } from './events.ts'

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Total variance at the money until an expiry. */
type VariancePoint = { readonly years: number; readonly variance: number }

/** The first of the expiries with a usable volatility. */
const firstPoint = (expiries: readonly PricedExpiry[]): VariancePoint | undefined => {
  for (const expiry of expiries) {
    const { years, quoteDays } = expiry
    const volatility = quoteDays >= config.surface.minDays ? expiry.atTheMoney() : undefined
    if (volatility !== undefined) return { years, variance: volatility ** 2 * years }
  }
  return undefined
}

/**
 * The variance of a report that the options imply, from the forward variance between the expiries
 * around it, less the variance of as much time without a report: the mean of the variance before
 * the earlier expiry and between the two expiries that follow. `undefined` if the surface does not
 * show the report.
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
  const rates = [
    before && before.variance / before.years,
    next && (next.variance - after.variance) / (next.years - after.years),
  ].filter((rate): rate is number => rate !== undefined && rate > 0)
  if (rates.length === 0) return undefined
  const usualRate = mean(rates)
  const around = after.variance - (before?.variance ?? 0)
  const variance = around - usualRate * (after.years - (before?.years ?? 0))
  return variance > config.forecast.reports.minImpliedShare * around ? variance : undefined
}

export type ReportContext = {
  readonly earnings: Earnings | null
  readonly kind: Profile['kind']
  /** All expiries of the chain, nearest first. */
  readonly expiries: readonly PricedExpiry[]
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
 * otherwise that of a past report. If the date is unknown, the variance of a past report is spread
 * evenly over a quarter.
 */
export const createReportVariance = ({
  earnings,
  kind,
  expiries,
  pastVariance,
  today,
  date,
}: ReportContext): ((expiry: Day) => number) => {
  const { quarterDays, quarterSessions } = config.forecast.reports
  let variance: number | undefined
  return (expiry) => {
    const before = earningsBefore(earnings, kind, expiry, date)
    if (before.kind === 'none') return 0
    if (before.kind === 'unknown')
      return (pastVariance * (tradingDaysBetween(today, expiry) + 1)) / quarterSessions
    const report = before.earnings
    // A report after the last close before the expiry moves the price only afterwards.
    if (reactionDays(report)[0]! > expiry) return 0
    variance ??= impliedReportVariance(expiries, report) ?? pastVariance
    return variance * (1 + Math.floor(daysBetween(report.day, expiry) / quarterDays))
  }
}
