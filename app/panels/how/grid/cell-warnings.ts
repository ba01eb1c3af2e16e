/** Warnings that cells of the grid show as icons. */
import type { IncomeOption, IncomeWarning } from '#contract/responses/income.ts'

/**
 * The warnings in display order. The others are shown on the card only: a dividend would mark
 * nearly all cells of the longer time frames of a stock that pays one, and too few shares would
 * mark all cells.
 */
export const cellWarnings = [
  'below-cost-basis',
  'wide-spread',
  'earnings-before-expiry',
] as const satisfies readonly IncomeWarning[]
export type CellWarning = (typeof cellWarnings)[number]

/** Returns the warnings of a contract that its cell shows, in display order. */
export const cellWarningsOf = ({ warnings }: Pick<IncomeOption, 'warnings'>): readonly CellWarning[] =>
  cellWarnings.filter((warning) => warnings.includes(warning))
