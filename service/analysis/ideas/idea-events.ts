/** Coming events of an idea's stock: earnings, the implied move until then, the next dividend. */
import type { WholeTradeIdea } from '#contract/responses/full-ideas.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import type { Income } from '#contract/responses/income.ts'
import type { Day, Earnings, Profile } from '#service/markets/market.ts'
import { round } from '#service/analysis/rounding.ts'
import type { PricedExpiry } from '#service/analysis/surface.ts'
import type { createUnknowns } from '#service/analysis/unknown.ts'

export type EventsInput = {
  readonly profile: Profile
  readonly earnings: Earnings | null
  readonly expiries: readonly PricedExpiry[]
  readonly income: Income
  readonly today: Day
}

export type IdeaEvents = Pick<WholeTradeIdea, 'earningsDate' | 'earningsMove' | 'exDividendDate'>

/**
 * The move that the options expect by the first expiry that knows the earnings. An expiry of the day itself knows them
 * only where they come before the open; `undefined` if no such expiry can be read.
 */
const moveOver = (
  earnings: Earnings,
  expiries: readonly PricedExpiry[],
): NonNullable<IdeaEvents['earningsMove']> | undefined => {
  const knows = ({ day }: PricedExpiry) =>
    earnings.time === 'BeforeOpen' ? day >= earnings.day : day > earnings.day
  const expiry = expiries.find(knows)
  const volatility = expiry?.atTheMoney()
  if (!expiry || volatility === undefined) return undefined
  return { deviation: round(volatility * Math.sqrt(expiry.years), 4), expiryDate: expiry.day }
}

/** Funds and indexes do not report: null is a known value there. A past date is not the next one. */
export const eventsOf = (
  { profile, earnings, expiries, income, today }: EventsInput,
  { known }: Pick<ReturnType<typeof createUnknowns>, 'known'>,
): IdeaEvents => {
  const next = earnings !== null && earnings.day >= today ? earnings : undefined
  const { declared, knownThrough } = profile.dividends
  const exDate = declared.find((dividend) => dividend.exDate >= today)?.exDate ?? null
  const move = next && moveOver(next, expiries)
  const noMove =
    income.listedContracts === 0 ? 'no-chain' : (whyUnknown(income, 'callOptimals')?.reason ?? 'not-given')
  return {
    earningsDate:
      next === undefined && profile.kind === 'stock'
        ? known('earningsDate', null, 'not-given')
        : (next?.day ?? null),
    earningsMove: next ? known('earningsMove', move, noMove) : null,
    exDividendDate: knownThrough === null ? known('exDividendDate', exDate, 'not-given') : exDate,
  }
}
