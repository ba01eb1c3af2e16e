/**
 * Matches the technical rules of the nightly scan at the last bar and at the bars shortly before
 * it. A pullback rule needs a six-month trend in its direction and a one-month trend that does not
 * oppose it. Other rules state the trend in their sentence.
 */
import type { Rule } from '#contract/responses/lists/ideas.ts'
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

/**
 * All rules. A new rule needs an entry in the file of its family, and texts in
 * contract/text/rule-messages.ts.
 */
export const allRules: readonly RuleEntry[] = [
  ...oscillatorRules,
  ...dipRules,
  ...movingAverageRules,
  ...breakoutRules,
  ...supportResistanceRules,
]

const rulesForEarlierBars = allRules.filter(({ lastBarOnly }) => !lastBarOnly)

/** A rule that matched, with its texts and weight. */
export type Match = { readonly rule: Rule; readonly weight: number }
/** A match and its age: the number of trading days since the match, 0 at the last bar. */
export type Signal = Match & { readonly age: number }

type Company = Pick<Profile, 'symbol' | 'companyName'>
type CreateSnapshot = ReturnType<typeof createSnapshots>

/** Data that the rules are matched against. */
export type RuleInput = {
  readonly profile: Company
  readonly bars: Bars
  readonly trends: Trends
}

/**
 * Returns the rules that match at the bar `index`; none if fewer than `config.trend.oneMonth.long`
 * bars precede it.
 */
const matchingRules = (
  rules: readonly RuleEntry[],
  createSnapshot: CreateSnapshot,
  index: number,
  trends: Trends,
): { entry: RuleEntry; snapshot: IndicatorSnapshot }[] => {
  if (index < config.trend.oneMonth.long) return []
  const snapshot = createSnapshot(index, trends)
  return rules.filter((entry) => entry.condition(snapshot)).map((entry) => ({ entry, snapshot }))
}

const matchOf = (
  { entry, snapshot }: ReturnType<typeof matchingRules>[number],
  profile: Company,
): { weight: number; rule: Rule } => ({
  weight: entry.weight,
  rule: ruleTextsOf(entry, entry.values(snapshot), profile, snapshot.bars.date[snapshot.index]!),
})

/**
 * Returns all rules that match at the last bar, in the order of `allRules`; none with at most
 * `config.trend.oneMonth.long` bars.
 */
export const matchRules = ({ profile, bars, trends }: RuleInput): Match[] =>
  matchingRules(allRules, createSnapshots(bars), bars.close.length - 1, trends).map((match) =>
    matchOf(match, profile),
  )

/**
 * Returns every rule that matched in the last `config.ideas.sessions` sessions, each once at its
 * latest match; latest first. `lastBarOnly` rules are matched at the last bar only. Trend
 * conditions apply to the day of the match.
 */
export const recentSignals = ({ profile, bars }: Omit<RuleInput, 'trends'>): Signal[] => {
  const createSnapshot = createSnapshots(bars)
  const signals = new Map<string, Signal>()
  for (let age = 0; age < config.ideas.sessions; age++) {
    const index = bars.close.length - 1 - age
    if (index < config.trend.oneMonth.long) break
    const trends = trendsOf({ close: bars.close.subarray(0, index + 1), reason: null })
    for (const match of matchingRules(
      age === 0 ? allRules : rulesForEarlierBars,
      createSnapshot,
      index,
      trends,
    )) {
      const { code } = match.entry
      if (!signals.has(code)) signals.set(code, { ...matchOf(match, profile), age })
    }
  }
  return [...signals.values()]
}
