/** The technical analysis of a symbol's bars, computed once per symbol and lookup. */
import type { FiredRule } from '#contract/responses/resources.ts'
import type { UnknownReason } from '#contract/responses/unknown.ts'
import type { Profile } from '#service/markets/market.ts'
import type { ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
import { activeRules } from '#service/analysis/ideas/idea-signals.ts'
import { recentSignals } from '#service/analysis/rules/match-rules.ts'
import { technicalScore } from './technical-score.ts'
import { trendsOf, type Trends } from './trend.ts'

export type Technicals = {
  readonly trends: Trends
  /**
   * StockCharts technical score (SCTR); `undefined` if the history is too short or the symbol is
   * not ranked.
   */
  readonly score: number | undefined
  /** Reason for the missing score; null if the symbol has a score. */
  readonly unranked: UnknownReason | null
  /** Recent signals that still apply, the most important first. */
  readonly rules: readonly FiredRule[]
}

/**
 * Whether a symbol is ranked. Leveraged and inverse funds would fill both ends of the ranking; an
 * index is not a security.
 */
const isRanked = ({ kind }: Profile): boolean => kind !== 'leveraged-etf' && kind !== 'index'

/** The score by which a symbol is ranked, or the reason for the missing score. */
export type RankingScore = Pick<Technicals, 'score' | 'unranked'>

/** Returns the score of a symbol, or the reason why it has none. */
export const rankingScoreOf = (profile: Profile, bars: ValidatedBars): RankingScore => {
  if (!isRanked(profile)) return { score: undefined, unranked: bars.reason ?? 'not-ranked' }
  const score = technicalScore(bars.close)
  return { score, unranked: score === undefined ? (bars.reason ?? 'too-few-bars') : null }
}

/** Trends, score and rules at the last bar; empty if the bars are refused. */
export const technicalsOf = (profile: Profile, bars: ValidatedBars): Technicals => {
  const trends = trendsOf(bars)
  const signals = recentSignals({ profile, bars })
  return {
    trends,
    ...rankingScoreOf(profile, bars),
    rules: activeRules(signals, trends.sixMonthTrend?.sentimentInterpretation ?? null, bars.date),
  }
}
