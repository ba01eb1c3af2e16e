/** Everything read from a symbol's bars alone, once per symbol and look-up. */
import type { FiredRule } from '#contract/responses/resources.ts'
import type { UnknownReason } from '#contract/responses/unknown.ts'
import type { Profile } from '#service/markets/market.ts'
import type { JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import { standingRules } from '#service/analysis/ideas/idea-signals.ts'
import { recentSignals } from '#service/analysis/rules/match-rules.ts'
import { technicalScore } from './technical-score.ts'
import { trendsOf, type Trends } from './trend.ts'

export type Technicals = {
  readonly trends: Trends
  /** SCTR-like score; `undefined` if the history says none or the symbol has no place in a ranking. */
  readonly score: number | undefined
  /** Why there is no score; null if there is one. */
  readonly unranked: UnknownReason | null
  /** The signals of the last bars that still stand, the weightiest first. */
  readonly rules: readonly FiredRule[]
}

/** Whether a symbol has a place in a ranking: leveraged and inverse funds would stand at its ends, an index is no stock. */
const isRanked = ({ kind }: Profile): boolean => kind !== 'leveraged-etf' && kind !== 'index'

/** What places a symbol among all: its technical score, or why it has none. */
export type Ranking = Pick<Technicals, 'score' | 'unranked'>

export const rankingOf = (profile: Profile, bars: JudgedBars): Ranking => {
  if (!isRanked(profile)) return { score: undefined, unranked: bars.reason ?? 'not-ranked' }
  const score = technicalScore(bars.close)
  return { score, unranked: score === undefined ? (bars.reason ?? 'too-few-bars') : null }
}

/** Trends, score and rules at the last bar; empty if the bars are refused. */
export const technicalsOf = (profile: Profile, bars: JudgedBars): Technicals => {
  const trends = trendsOf(bars)
  const signals = recentSignals({ profile, bars })
  return {
    trends,
    ...rankingOf(profile, bars),
    rules: standingRules(signals, trends.sixMonthTrend?.sentimentInterpretation ?? null, bars.date),
  }
}
