/** Everything read from a symbol's bars alone, once per symbol and look-up. */
import { daysBetween } from '#service/market/calendar.ts'
import type { Bars, Day, Profile } from '#service/market/market.ts'
import { config } from './config.ts'
import { matchRules, type Match } from './rules/match-rules.ts'
import { technicalScore } from './technical-score.ts'
import { trendsOf, type Trends } from './trend.ts'

export type Technicals = {
  readonly trends: Trends
  /** SCTR-like score; `undefined` where the history is too short or the symbol has no place in a ranking. */
  readonly score: number | undefined
  readonly matches: readonly Match[]
}

/** Trends, score and rules at the last bar. */
export const technicalsOf = (profile: Profile, bars: Bars): Technicals => {
  const trends = trendsOf(bars.close)
  return {
    trends,
    score:
      profile.kind === 'leveraged-etf' || profile.kind === 'index' ? undefined : technicalScore(bars.close),
    matches: matchRules({ profile, bars, trends }),
  }
}

/** Whether the bars reach up to today; recorded data may end months before its chains. */
export const isCurrent = ({ date }: Bars, today: Day): boolean => {
  const last = date.at(-1)
  return last !== undefined && daysBetween(last, today) <= config.staleDays
}
