/** One rule of the nightly scan as an entry of a table; its texts are `rule.<code>.…` of contract/text/rule-messages.ts. */
import type { Rule } from '#contract/responses/ideas.ts'
import type { MessageCode, MessageParams } from '#contract/text/messages.ts'
import type { Reading } from './reading.ts'

export type RuleCode = MessageCode extends infer C
  ? C extends `rule.${infer R}.sentence`
    ? R
    : never
  : never

/** What every sentence may name without a rule's doing. */
type Given = 'company' | 'symbol' | 'date' | 'period'

/** The values a rule's sentence names beside those, raw: dollars, indicator values, counts. */
export type RuleValues<C extends RuleCode> = Omit<MessageParams<`rule.${C}.sentence`>, Given>

export type RuleEntry<C extends RuleCode = RuleCode> = {
  readonly code: C
  readonly side: Rule['sentiment']
  /** Trading days the rule looks back. */
  readonly period: number
  /** What it counts towards an idea: 1, or half for a signal that only supports others. */
  readonly weight: number
  /** It is asked of the last bar only, not of the sessions before: what it takes is dear, and of that bar's day. */
  readonly lastBarOnly?: true
  /** Whether it fires at the bar read. */
  readonly condition: (reading: Reading) => boolean
  /** Asked only where the rule fires. */
  readonly values: (reading: Reading) => Readonly<Record<string, number>>
}

/** Writes an entry down. Its code must have texts, and its values must be those its sentence names. */
export const rule = <C extends RuleCode>(
  entry: RuleEntry<C> & { readonly values: (reading: Reading) => RuleValues<C> },
): RuleEntry => entry
