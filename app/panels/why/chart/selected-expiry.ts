import { useQuery } from '@tanstack/react-query'
import { volatilityDays } from '#contract/conventions.ts'
import type { Income, Why } from '#contract/resources.ts'
import { queries } from '#app/api/queries.ts'
import { cellsOf, chosenCell } from '#app/state/cells.ts'
import { useView, type View } from '#app/state/view.ts'
import { dayNumber, dayText } from './chart-scale.ts'

/** Expiration day of the contract that How shows: the selected cell's, its next best, or the nearest where it is empty. */
export function selectedExpiry(
  income: Income | undefined,
  { leg, timeframe, riskProfile }: Pick<View, 'leg' | 'timeframe' | 'riskProfile'>,
): string | undefined {
  if (!income) return undefined
  return chosenCell(cellsOf(income, leg), timeframe, riskProfile)?.option?.expiryDate
}

/**
 * The day `YYYY-MM-DD` the expected move is drawn to: where no contract is selected as far ahead as the implied volatility
 * it is drawn with. Reads what How has asked for and asks for nothing itself.
 */
export function useSelectedExpiry(why: Why): string {
  const leg = useView((view) => view.leg)
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const holding = useView((view) => view.positions[why.symbol])
  const income = useQuery({ ...queries.income(why.symbol, holding), enabled: false, refetchInterval: false })
  return (
    selectedExpiry(income.data, { leg, timeframe, riskProfile }) ??
    dayText(dayNumber(why.dataStatus.asOf) + volatilityDays)
  )
}
