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
import { readerOf, type IndicatorSnapshot } from './reading.ts'
import type { RuleEntry } from './rule.ts'
import { supportResistanceRules } from './support-resistance.ts'

/** Every rule there is. A new one is an entry in its family's file and its texts in contract/text/rule-messages.ts. */
export const allRules: readonly RuleEntry[] = [
  ...oscillatorRules,
  ...dipRules,
  ...movingAverageRules,
  ...breakoutRules,
  ...supportResistanceRules,
]

const lastingRules = allRules.filter(({ lastBarOnly }) => !lastBarOnly)

/** A rule that fired, with what its sentence names. */
export type Match = { readonly rule: Rule; readonly weight: number }
/** The same, and how many trading days before the last bar that was: 0 = at it. */
export type Signal = Match & { readonly age: number }

type Named = Pick<Profile, 'symbol' | 'companyName'>
type Reader = ReturnType<typeof readerOf>

/** Data that the rules are matched against. */
export type RuleInput = {
  readonly profile: Named
  readonly bars: Bars
  readonly trends: Trends
}

/** The rules of these that fire at a bar; none with a month's bars before it or less. */
const firedAt = (
  rules: readonly RuleEntry[],
  read: Reader,
  last: number,
  trends: Trends,
): { entry: RuleEntry; reading: IndicatorSnapshot }[] => {
  if (last < config.trend.oneMonth.long) return []
  const reading = read(last, trends)
  return rules.filter((entry) => entry.condition(reading)).map((entry) => ({ entry, reading }))
}

const matchOf = (
  { entry, reading }: ReturnType<typeof firedAt>[number],
  profile: Named,
): { weight: number; rule: Rule } => ({
  weight: entry.weight,
  rule: ruleTextsOf(entry, entry.values(reading), profile, reading.bars.date[reading.last]!),
})

/** Every rule that fires on the last bar, bullish and bearish, in the order of `allRules`; none with a month's bars or less. */
export const matchRules = ({ profile, bars, trends }: RuleInput): Match[] =>
  firedAt(allRules, readerOf(bars), bars.close.length - 1, trends).map((fired) => matchOf(fired, profile))

/**
 * Every rule that matched on the last bar or on one of the earlier sessions that still count
 * (`config.ideas.sessions`), each once at its latest match; latest first. `lastBarOnly` rules are not matched
 * on earlier sessions. Trend conditions apply to the day of the match.
 */
export const recentSignals = ({ profile, bars }: Omit<RuleInput, 'trends'>): Signal[] => {
  const read = readerOf(bars)
  const signals = new Map<string, Signal>()
  for (let age = 0; age < config.ideas.sessions; age++) {
    const last = bars.close.length - 1 - age
    if (last < config.trend.oneMonth.long) break
    const trends = trendsOf({ close: bars.close.subarray(0, last + 1), reason: null })
    for (const fired of firedAt(age === 0 ? allRules : lastingRules, read, last, trends)) {
      const { code } = fired.entry
      if (!signals.has(code)) signals.set(code, { ...matchOf(fired, profile), age })
    }
  }
  return [...signals.values()]
}
