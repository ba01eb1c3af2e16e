/** Look-ups as clients see them: prices can be null, if their partner may not show them. */
import type { WireBestIncome } from '#contract/responses/lists/best-income.ts'
import type { WireChain } from '#contract/responses/chain.ts'
import type { WireFullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import type { WireIncome } from '#contract/responses/income.ts'
import type { WireWhy } from '#contract/responses/resources.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import type { WireScenario } from '#contract/responses/scenario.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { Lookups } from '../lookups.ts'

/** Results that have fields which a licence can restrict. */
type WireResults = {
  tradeIdeas: WireFullTradeIdeas
  why: WireWhy | undefined
  income: WireIncome | undefined
  bestIncome: WireBestIncome
  chain: WireChain | undefined
  roll: WireRoll | undefined
  scenario: WireScenario | undefined
}

type ServedResult<Name extends keyof Lookups> = Name extends keyof WireResults
  ? MaybePromise<WireResults[Name]>
  : ReturnType<Lookups[Name]>

/** The same look-ups as {@link Lookups}, which also fail with a Problem `not-licensed`. */
export type ServedLookups = {
  readonly [Name in keyof Lookups]: (...args: Parameters<Lookups[Name]>) => ServedResult<Name>
}
