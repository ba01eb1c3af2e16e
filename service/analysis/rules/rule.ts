/** The type of a scan rule; its texts are `rule.<code>.…` in contract/text/rule-messages.ts. */
import type { Rule } from '#contract/responses/lists/ideas.ts'
import type { MessageCode, MessageParams } from '#contract/text/messages.ts'
import type { IndicatorSnapshot } from './indicator-snapshot.ts'

export type RuleCode = MessageCode extends infer C
  ? C extends `rule.${infer R}.sentence`
    ? R
    : never
  : never

/** Parameters that every sentence may use. */
type CommonParam = 'company' | 'symbol' | 'date' | 'period'

/**
 * Parameters that only the sentence of this rule uses, unformatted: dollars, indicator values,
 * counts.
 */
export type RuleValues<C extends RuleCode> = Omit<MessageParams<`rule.${C}.sentence`>, CommonParam>

/** A rule of the scan. */
export type RuleEntry<C extends RuleCode = RuleCode> = {
  readonly code: C
  readonly side: Rule['sentiment']
  /** Number of bars that the rule looks back. */
  readonly period: number
  /** Weight of the signal in an idea: 1, or 0.5 for a supporting signal. */
  readonly weight: number
  /** Whether the rule is matched at the last bar only, because its condition is expensive. */
  readonly lastBarOnly?: true
  /** Whether the rule matches at the current bar. */
  readonly condition: (snapshot: IndicatorSnapshot) => boolean
  /** Returns the parameters of the rule's sentence. Called only if the rule matches. */
  readonly values: (snapshot: IndicatorSnapshot) => Readonly<Record<string, number>>
}

/** Defines a rule. The type checks that its code has texts and that `values` returns the values of its sentence. */
export const defineRule = <C extends RuleCode>(
  entry: RuleEntry<C> & { readonly values: (snapshot: IndicatorSnapshot) => RuleValues<C> },
): RuleEntry => entry
