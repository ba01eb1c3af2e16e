/**
 * Narrows responses to complete ones. If the partner may not show prices, they are null in the response
 * (contract/responses/licensed.ts), and panels show the derived figures and the reason instead.
 */
import type { Income, IncomeOption, WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import type { Roll, WireRoll } from '#contract/responses/roll.ts'
import type { Scenario, WireScenario } from '#contract/responses/scenario.ts'

/** Returns whether the contract has its prices. */
export const isPriced = (option: WireIncomeOption): option is IncomeOption => option.premium !== null

/** Returns the contracts of the response, those of cells first. */
export const contractsOf = (income: WireIncome): readonly WireIncomeOption[] => [
  ...income.callOptimals,
  ...income.callAlternatives,
  ...income.putOptimals,
  ...income.putAlternatives,
  ...(income.contract ? [income.contract] : []),
]

/** Returns whether every contract of the response has its prices. */
export const isPricedIncome = (income: WireIncome): income is Income => contractsOf(income).every(isPriced)

/** Returns whether the open option and its candidates have their prices. */
export const isPricedRoll = (roll: WireRoll): roll is Roll =>
  roll.chainPrice !== null && roll.candidates.every(({ credit }) => credit !== null)

/** Returns whether the scenario has the prices that its values depend on. */
export const isPricedScenario = (scenario: WireScenario): scenario is Scenario => scenario.chainPrice !== null
