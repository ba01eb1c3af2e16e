/** Upcoming events of an idea's stock: earnings, the implied move until then, the next dividend. */
import type { FullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import type { Income } from '#contract/responses/income.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Day, Earnings, Profile } from '#service/markets/market.ts'
import { round } from '#service/analysis/rounding.ts'
import type { PricedExpiry } from '#service/analysis/surface.ts'
import { missingEventReason, noChainReasonOf } from '#service/analysis/unknown.ts'
import type { createUnknowns } from '#service/analysis/unknown.ts'

export type EventsInput = {
  readonly profile: Profile
  readonly earnings: Earnings | null
  readonly expiries: readonly PricedExpiry[]
  readonly income: Income
  /** Calendar date in New York of the scan. */
  readonly date: Day
}

export type IdeaEvents = Pick<FullTradeIdea, 'earningsDate' | 'earningsMove' | 'exDividendDate'>

/**
 * The implied move until the first expiry after the earnings. An expiry on the day of the earnings
 * counts only if the earnings are before the open. `undefined` if there is no such expiry or it has
 * no volatility.
 */
const expectedMove = (
  earnings: Earnings,
  expiries: readonly PricedExpiry[],
): NonNullable<IdeaEvents['earningsMove']> | undefined => {
  const includesEarnings = ({ day }: PricedExpiry) =>
    earnings.time === 'BeforeOpen' ? day >= earnings.day : day > earnings.day
  const expiry = expiries.find(includesEarnings)
  const volatility = expiry?.atTheMoney()
  if (!expiry || volatility === undefined) return undefined
  return { deviation: round(volatility * Math.sqrt(expiry.years), 4), expiryDate: expiry.day }
}

/** Returns the calendar days to the next earnings; null if they are unknown or past. */
export const daysToEarningsFrom = (date: Day, earnings: Earnings | null): number | null =>
  earnings !== null && earnings.day >= date ? daysBetween(date, earnings.day) : null

/** Returns the next declared ex-dividend day; null if none is known. */
export const exDividendDateFrom = (date: Day, { dividends }: Profile): Day | null =>
  dividends.declared.find((dividend) => dividend.exDate >= date)?.exDate ?? null

/**
 * Returns the upcoming events. Past earnings do not count. Funds and indexes do not report
 * earnings, so a null date is known for them; for a stock it is unknown.
 */
export const eventsOf = (
  { profile, earnings, expiries, income, date }: EventsInput,
  { valueOrUnknown }: Pick<ReturnType<typeof createUnknowns>, 'valueOrUnknown'>,
): IdeaEvents => {
  const { dataStatus } = income
  const next = earnings !== null && earnings.day >= date ? earnings : undefined
  const { knownThrough } = profile.dividends
  const exDate = exDividendDateFrom(date, profile)
  const move = next && expectedMove(next, expiries)
  const unknownMoveReason =
    income.listedContracts === 0
      ? noChainReasonOf(dataStatus)
      : (whyUnknown(income, 'callOptimals')?.reason ?? 'not-given')
  return {
    earningsDate:
      next === undefined && profile.kind === 'stock'
        ? valueOrUnknown('earningsDate', null, missingEventReason(dataStatus, 'earnings'))
        : (next?.day ?? null),
    earningsMove: next ? valueOrUnknown('earningsMove', move, unknownMoveReason) : null,
    exDividendDate:
      knownThrough === null
        ? valueOrUnknown('exDividendDate', exDate, missingEventReason(dataStatus, 'dividends'))
        : exDate,
  }
}
