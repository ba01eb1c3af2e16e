/** Of what a careful seller would want to know first: what differs from cell to cell, and is told there by a sign. */
import type { IncomeOption, IncomeWarning } from '#contract/responses/income.ts'

/**
 * In the order they stand in. A dividend is left to the card: of a stock that pays one nearly every later row would have the
 * sign, and so would all cells where fewer than 100 shares are held.
 */
export const cellWarnings = [
  'below-cost-basis',
  'wide-spread',
  'earnings-before-expiry',
] as const satisfies readonly IncomeWarning[]
export type CellWarning = (typeof cellWarnings)[number]

export const signsOf = ({ warnings }: Pick<IncomeOption, 'warnings'>): readonly CellWarning[] =>
  cellWarnings.filter((warning) => warnings.includes(warning))
