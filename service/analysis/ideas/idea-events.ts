/** What is ahead of an idea's stock: its earnings, how far the options expect it to move by then, its next dividend. */
import type { WholeTradeIdea } from '#contract/responses/full-ideas.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import type { Income } from '#contract/responses/income.ts'
import type { Day, Earnings, Profile } from '#service/markets/market.ts'
import { round } from '../rounding.ts'
import type { Expiry } from '../surface.ts'
import type { createUnknowns } from '../unknown.ts'

export type EventsInput = {
  readonly profile: Profile
  readonly earnings: Earnings | null
  readonly expiries: readonly Expiry[]
  readonly income: Income
  readonly today: Day
}

export type IdeaEvents = Pick<WholeTradeIdea, 'earningsDate' | 'earningsMove' | 'exDividendDate'>

/**
 * The move that the options expect by the first expiry that knows the earnings. An expiry of the day itself knows them
 * only where they come before the open; `undefined` where no such expiry can be read.
 */
const moveOver = (
  earnings: Earnings,
  expiries: readonly Expiry[],
): NonNullable<IdeaEvents['earningsMove']> | undefined => {
  const knows = ({ day }: Expiry) =>
    earnings.time === 'BeforeOpen' ? day >= earnings.day : day > earnings.day
  const expiry = expiries.find(knows)
  const volatility = expiry?.atTheMoney()
  if (!expiry || volatility === undefined) return undefined
  return { deviation: round(volatility * Math.sqrt(expiry.years), 4), expiryDate: expiry.day }
}

/** Funds and indexes report nothing: null is what is known there. A date that has passed is not the next one. */
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
