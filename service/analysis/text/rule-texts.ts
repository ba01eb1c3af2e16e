/** The texts of a matched rule. docs/specification.md 2.2. */
import type { Message, Rule } from '#contract/responses/ideas.ts'
import { message, renderEnglish } from '#contract/text/messages.ts'
import type { Day, Profile } from '#service/markets/market.ts'
import type { RuleEntry } from '../rules/rule.ts'

/** The rule of the response: `values` are those of the sentence, `date` the day of the last bar. */
export const ruleTextsOf = (
  { code, side, period }: RuleEntry,
  values: Readonly<Record<string, number>>,
  profile: Pick<Profile, 'symbol' | 'companyName'>,
  date: Day,
): Rule => {
  const given = { company: profile.companyName, symbol: profile.symbol, date, period }
  // One shape of values serves every rule: a template takes the ones it names.
  const sentenceMessage: Message = { code: `rule.${code}.sentence`, params: { ...given, ...values } }
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
