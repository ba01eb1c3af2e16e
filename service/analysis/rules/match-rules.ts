/**
 * The technical rules of the nightly scan, looked for at the last bar. Pullback rules need a six-month trend in
 * their direction and a one-month trend not against it; the others say in their sentence what they saw.
 */
import type { Rule } from '#contract/ideas.ts'
import type { Bars, Profile } from '#service/market/market.ts'
import { config } from '../config.ts'
import { ruleTextsOf } from '../text/rule-texts.ts'
import type { Trends } from '../trend.ts'
import { breakoutRules } from './breakouts.ts'
import { dipRules } from './dips.ts'
import { movingAverageRules } from './moving-averages.ts'
import { oscillatorRules } from './oscillators.ts'
import { readingOf } from './reading.ts'
import type { RuleEntry } from './rule.ts'
import { supportResistanceRules } from './support-resistance.ts'

/** Every rule there is. A new one is an entry in its family's file and its texts in contract/rule-messages.ts. */
export const allRules: readonly RuleEntry[] = [
  ...oscillatorRules,
  ...dipRules,
  ...movingAverageRules,
  ...breakoutRules,
  ...supportResistanceRules,
]

/** A rule that fired, with what its sentence names. */
export type Match = { readonly rule: Rule; readonly weight: number }

/** What the rules are looked for in. */
export type RuleInput = {
  readonly profile: Pick<Profile, 'symbol' | 'companyName'>
  readonly bars: Bars
  readonly trends: Trends
}

/** Every rule that fires on the last bar, bullish and bearish, in the order of `allRules`; none with a month's bars or less. */
export const matchRules = ({ profile, bars, trends }: RuleInput): Match[] => {
  const reading = readingOf(bars, trends)
  const { last } = reading
  if (last < config.trend.oneMonth.long) return []
  return allRules
    .filter((entry) => entry.condition(reading))
    .map((entry) => ({
      weight: entry.weight,
      rule: ruleTextsOf(entry, entry.values(reading), profile, bars.date[last]!),
    }))
}
