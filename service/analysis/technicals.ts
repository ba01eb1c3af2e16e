/** Everything read from a symbol's bars alone, once per symbol and look-up. */
import type { UnknownReason } from '#contract/unknown.ts'
import type { Profile } from '#service/market/market.ts'
import type { JudgedBars } from './bars/judge-bars.ts'
import { matchRules, type Match } from './rules/match-rules.ts'
import { technicalScore } from './technical-score.ts'
import { trendsOf, type Trends } from './trend.ts'

export type Technicals = {
  readonly trends: Trends
  /** SCTR-like score; `undefined` where the history says none or the symbol has no place in a ranking. */
  readonly score: number | undefined
  /** Why there is no score; null where there is one. */
  readonly unranked: UnknownReason | null
  readonly matches: readonly Match[]
}

/** Whether a symbol has a place in a ranking: leveraged and inverse funds would stand at its ends, an index is no stock. */
const isRanked = ({ kind }: Profile): boolean => kind !== 'leveraged-etf' && kind !== 'index'

/** Trends, score and rules at the last bar; none of them where the bars are judged to say nothing. */
export const technicalsOf = (profile: Profile, bars: JudgedBars): Technicals => {
  const trends = trendsOf(bars)
  const score = isRanked(profile) ? technicalScore(bars.close) : undefined
  return {
    trends,
    score,
    unranked:
      score === undefined ? (bars.reason ?? (isRanked(profile) ? 'too-few-bars' : 'not-ranked')) : null,
    matches: matchRules({ profile, bars, trends }),
  }
}
