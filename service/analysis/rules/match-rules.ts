/**
 * The technical rules of the nightly scan, looked for at the last bar and at those shortly before. Pullback rules need a six-month trend in
 * their direction and a one-month trend not against it; the others say in their sentence what they saw.
 */
import type { Rule } from '#contract/responses/ideas.ts'
import type { Bars, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { ruleTextsOf } from '../text/rule-texts.ts'
import { trendsOf, type Trends } from '../technicals/trend.ts'
import { breakoutRules } from './breakouts.ts'
import { dipRules } from './dips.ts'
import { movingAverageRules } from './moving-averages.ts'
import { oscillatorRules } from './oscillators.ts'
import { readerOf, type Reading } from './reading.ts'
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

/** What the rules are looked for in. */
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
): { entry: RuleEntry; reading: Reading }[] => {
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
 * Every rule that fired on the last bar or on one of the sessions before that still count (`config.ideas.sessions`), each
 * once, where it fired last; the latest first. Rules that are `lastBarOnly` are not asked of the sessions before. The
 * trends a rule asks for are those of its own day.
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
