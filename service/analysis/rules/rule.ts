/** The type of a scan rule; its texts are `rule.<code>.…` in contract/text/rule-messages.ts. */
import type { Rule } from '#contract/responses/ideas.ts'
import type { MessageCode, MessageParams } from '#contract/text/messages.ts'
import type { IndicatorSnapshot } from './indicator-snapshot.ts'

export type RuleCode = MessageCode extends infer C
  ? C extends `rule.${infer R}.sentence`
    ? R
    : never
  : never

/** Values available to every sentence. */
type CommonParam = 'company' | 'symbol' | 'date' | 'period'

/** The other values that a rule's sentence uses, unformatted: dollars, indicator values, counts. */
export type RuleValues<C extends RuleCode> = Omit<MessageParams<`rule.${C}.sentence`>, CommonParam>

export type RuleEntry<C extends RuleCode = RuleCode> = {
  readonly code: C
  readonly side: Rule['sentiment']
  /** Trading days the rule looks back. */
  readonly period: number
  /** Weight towards an idea: 1, or half for a supporting signal. */
  readonly weight: number
  /** Matched on the last bar only, because it is expensive and depends on the day of that bar. */
  readonly lastBarOnly?: true
  /** Whether the rule matches at the current bar. */
  readonly condition: (snapshot: IndicatorSnapshot) => boolean
  /** Called only when the rule matches. */
  readonly values: (snapshot: IndicatorSnapshot) => Readonly<Record<string, number>>
}

/** Defines a rule. The type checks that its code has texts and that `values` returns the values of its sentence. */
export const defineRule = <C extends RuleCode>(
  entry: RuleEntry<C> & { readonly values: (snapshot: IndicatorSnapshot) => RuleValues<C> },
): RuleEntry => entry
