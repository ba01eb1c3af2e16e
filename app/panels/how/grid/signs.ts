/** Warnings that cells of the grid show as icons. */
import type { IncomeOption, IncomeWarning } from '#contract/responses/income.ts'

/**
 * In display order. The card shows the others: a dividend would mark nearly every later row of a stock that pays
 * one, and too few shares would mark all cells.
 */
export const cellWarnings = [
  'below-cost-basis',
  'wide-spread',
  'earnings-before-expiry',
] as const satisfies readonly IncomeWarning[]
export type CellWarning = (typeof cellWarnings)[number]

export const signsOf = ({ warnings }: Pick<IncomeOption, 'warnings'>): readonly CellWarning[] =>
  cellWarnings.filter((warning) => warnings.includes(warning))
