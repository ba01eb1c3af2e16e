/** Warnings that cells of the grid show as icons. */
import type { IncomeOption, IncomeWarning } from '#contract/responses/income.ts'
import { sizeOfPuts } from '#contract/responses/sizing.ts'

/**
 * The service's warnings in display order. The others are shown on the card only: a dividend would mark
 * nearly all cells of the longer time frames of a stock that pays one, and too few shares would
 * mark all cells.
 */
const serviceWarnings = [
  'below-cost-basis',
  'wide-spread',
  'earnings-before-expiry',
] as const satisfies readonly IncomeWarning[]

/** All warnings in display order. `over-cash`: the user's cash does not secure one contract of a put. */
export const cellWarnings = ['over-cash', ...serviceWarnings] as const
export type CellWarning = (typeof cellWarnings)[number]

/**
 * Returns the warnings of a contract that its cell shows, in display order.
 *
 * @param cash dollars that the user has for puts; undefined = not entered
 */
export function cellWarningsOf(
  { warnings, legType, strike }: Pick<IncomeOption, 'warnings' | 'legType' | 'strike'>,
  cash: number | undefined,
): readonly CellWarning[] {
  const shown: CellWarning[] = serviceWarnings.filter((warning) => warnings.includes(warning))
  const isOverCash = legType === 'Put' && cash !== undefined && sizeOfPuts(cash, strike).contracts === 0
  return isOverCash ? ['over-cash', ...shown] : shown
}
