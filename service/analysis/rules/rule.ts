/** One rule of the nightly scan as an entry of a table; its texts are `rule.<code>.…` of contract/text/rule-messages.ts. */
import type { Rule } from '#contract/responses/ideas.ts'
import type { MessageCode, MessageParams } from '#contract/text/messages.ts'
import type { IndicatorSnapshot } from './reading.ts'

export type RuleCode = MessageCode extends infer C
  ? C extends `rule.${infer R}.sentence`
    ? R
    : never
  : never

/** Values available to every sentence. */
type Given = 'company' | 'symbol' | 'date' | 'period'

/** The values a rule's sentence names beside those, raw: dollars, indicator values, counts. */
export type RuleValues<C extends RuleCode> = Omit<MessageParams<`rule.${C}.sentence`>, Given>

export type RuleEntry<C extends RuleCode = RuleCode> = {
  readonly code: C
  readonly side: Rule['sentiment']
  /** Trading days the rule looks back. */
  readonly period: number
  /** Weight towards an idea: 1, or half for a supporting signal. */
  readonly weight: number
  /** Matched on the last bar only: it is expensive and depends on that bar's day. */
  readonly lastBarOnly?: true
  /** Whether it fires at the bar read. */
  readonly condition: (reading: IndicatorSnapshot) => boolean
  /** Called only when the rule matches. */
  readonly values: (reading: IndicatorSnapshot) => Readonly<Record<string, number>>
}

/** Writes an entry down. Its code must have texts, and its values must be those its sentence names. */
export const rule = <C extends RuleCode>(
  entry: RuleEntry<C> & { readonly values: (reading: IndicatorSnapshot) => RuleValues<C> },
): RuleEntry => entry
