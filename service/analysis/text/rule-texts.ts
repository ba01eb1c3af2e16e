/** The texts of a matched rule (docs/specification.md 2.2). */
import type { Message, Rule } from '#contract/responses/lists/ideas.ts'
import { message, renderEnglish } from '#contract/text/messages.ts'
import type { Day, Profile } from '#service/markets/market.ts'
import type { RuleEntry } from '../rules/rule.ts'

/**
 * Returns the rule for the response. `values`: numbers that the texts contain; `date`: day of the
 * last bar.
 */
export const ruleTextsOf = (
  { code, side, period }: RuleEntry,
  values: Readonly<Record<string, number>>,
  profile: Pick<Profile, 'symbol' | 'companyName'>,
  date: Day,
): Rule => {
  const common = { company: profile.companyName, symbol: profile.symbol, date, period }
  // All rules pass the same parameters; each template uses only some of them.
  const sentenceMessage: Message = { code: `rule.${code}.sentence`, params: { ...common, ...values } }
  const reasonMessage: Message = { code: `rule.${code}.reason`, params: { period, ...values } }
  return {
    ruleMatch: renderEnglish(message(`rule.${code}.name`, {})),
    sentiment: side,
    period,
    reason: renderEnglish(reasonMessage),
    sentence: renderEnglish(sentenceMessage),
    code,
    reasonMessage,
    sentenceMessage,
  }
}
