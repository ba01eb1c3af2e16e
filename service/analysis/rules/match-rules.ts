/**
 * The technical rules of the nightly scan, matched at the last bar and at those shortly before. Pullback
 * rules need a six-month trend in their direction and a one-month trend not against it; the others state the
 * trend in their sentence.
 */
import type { Rule } from '#contract/responses/ideas.ts'
import type { Bars, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { ruleTextsOf } from '../text/rule-texts.ts'
import { trendsOf, type Trends } from '#service/analysis/technicals/trend.ts'
import { breakoutRules } from './breakouts.ts'
import { dipRules } from './dips.ts'
import { movingAverageRules } from './moving-averages.ts'
import { oscillatorRules } from './oscillators.ts'
import { createSnapshots, type IndicatorSnapshot } from './indicator-snapshot.ts'
import type { RuleEntry } from './rule.ts'
import { supportResistanceRules } from './support-resistance.ts'

/** All rules. A new rule needs an entry in its family's file and texts in contract/text/rule-messages.ts. */
export const allRules: readonly RuleEntry[] = [
  ...oscillatorRules,
  ...dipRules,
  ...movingAverageRules,
  ...breakoutRules,
  ...supportResistanceRules,
]

const repeatableRules = allRules.filter(({ lastBarOnly }) => !lastBarOnly)

/** A rule that matched, with its texts and weight. */
export type Match = { readonly rule: Rule; readonly weight: number }
/** A match and its age: the number of trading days before the last bar, 0 at the last bar. */
export type Signal = Match & { readonly age: number }

type Company = Pick<Profile, 'symbol' | 'companyName'>
type SnapshotAt = ReturnType<typeof createSnapshots>

/** Data that the rules are matched against. */
export type RuleInput = {
  readonly profile: Company
  readonly bars: Bars
  readonly trends: Trends
}

/** Returns which of the rules match at a bar; none if at most a month of bars precedes it. */
const matchingAt = (
  rules: readonly RuleEntry[],
  snapshotAt: SnapshotAt,
  last: number,
  trends: Trends,
): { entry: RuleEntry; snapshot: IndicatorSnapshot }[] => {
  if (last < config.trend.oneMonth.long) return []
  const snapshot = snapshotAt(last, trends)
  return rules.filter((entry) => entry.condition(snapshot)).map((entry) => ({ entry, snapshot }))
}

const matchOf = (
  { entry, snapshot }: ReturnType<typeof matchingAt>[number],
  profile: Company,
): { weight: number; rule: Rule } => ({
  weight: entry.weight,
  rule: ruleTextsOf(entry, entry.values(snapshot), profile, snapshot.bars.date[snapshot.index]!),
})

/** Returns all rules that match on the last bar, in the order of `allRules`; none with at most a month of bars. */
export const matchRules = ({ profile, bars, trends }: RuleInput): Match[] =>
  matchingAt(allRules, createSnapshots(bars), bars.close.length - 1, trends).map((match) =>
    matchOf(match, profile),
  )

/**
 * Every rule that matched on the last bar or on one of the earlier sessions that still count
 * (`config.ideas.sessions`), each once at its latest match; latest first. `lastBarOnly` rules are not matched
 * on earlier sessions. Trend conditions apply to the day of the match.
 */
export const recentSignals = ({ profile, bars }: Omit<RuleInput, 'trends'>): Signal[] => {
  const snapshotAt = createSnapshots(bars)
  const signals = new Map<string, Signal>()
  for (let age = 0; age < config.ideas.sessions; age++) {
    const last = bars.close.length - 1 - age
    if (last < config.trend.oneMonth.long) break
    const trends = trendsOf({ close: bars.close.subarray(0, last + 1), reason: null })
    for (const match of matchingAt(age === 0 ? allRules : repeatableRules, snapshotAt, last, trends)) {
      const { code } = match.entry
      if (!signals.has(code)) signals.set(code, { ...matchOf(match, profile), age })
    }
  }
  return [...signals.values()]
}
