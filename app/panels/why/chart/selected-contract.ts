/** Lines and expected range in the chart for the contract that the How panel shows. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { volatilityDays } from '#contract/responses/conventions.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import type { Why } from '#contract/responses/resources.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { queries } from '#app/api/queries.ts'
import { selectedCell } from '#app/state/cells.ts'
import { useView, type View } from '#app/state/view.ts'
import { dayNumber, dayText } from './scales.ts'
import { expectedMove, type ExpectedRange } from './series.ts'

/**
 * Returns the contract that the How panel shows: the one chosen in the chain, otherwise the optimal or alternative
 * contract of the selected cell, or of the nearest cell that has one.
 */
export const selectedOption = (
  income: Income | undefined,
  view: Pick<View, 'leg' | 'timeframe' | 'riskProfile' | 'contract'>,
): IncomeOption | undefined => income && selectedCell(income, view)?.option

/** Returns the range of one standard deviation over 30 days by implied volatility; null if unknown. */
export function rangeOfWhy({
  impliedVolatility,
  expandedQuote: { last },
  dataStatus,
}: Why): ExpectedRange | null {
  if (impliedVolatility === null || last === null) return null
  const move = last * expectedMove(impliedVolatility, volatilityDays)
  return {
    day: dayText(dayNumber(dataStatus.asOf) + volatilityDays),
    low: Math.max(0, last - move),
    high: last + move,
    deviation: move / last,
  }
}

/** Returns the cached response of the How panel for this symbol and its contract; sends no request. */
function useShownOption(symbol: string): { income: Income | undefined; option: IncomeOption | undefined } {
  const leg = useView((view) => view.leg)
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const holding = useView((view) => view.positions[symbol])
  const { data: income } = useQuery({
    ...queries.income(symbol, holding, contract ?? undefined),
    enabled: false,
    refetchInterval: false,
  })
  // Memoised, so that the chart renders only after a change.
  const option = useMemo(
    () => selectedOption(income, { leg, timeframe, riskProfile, contract }),
    [income, leg, timeframe, riskProfile, contract],
  )
  return { income, option }
}

/** Prices of the contract as on its card, dollars. */
export type ContractLines = { strike: number; breakeven: number }

/** Returns the lines of the contract that the How panel shows; null without one. */
export function useContractLines({ symbol }: Why): ContractLines | null {
  const { option } = useShownOption(symbol)
  const strike = option?.strike
  const breakeven = option?.breakeven
  return useMemo(
    () => (strike === undefined || breakeven === undefined ? null : { strike, breakeven }),
    [strike, breakeven],
  )
}

/**
 * Returns the range of the cone: the expected move of the contract in the How panel, as on its card, or without a
 * contract the move of the 30-day implied volatility.
 */
export function useExpectedRange(why: Why): ExpectedRange | null {
  const { income, option } = useShownOption(why.symbol)
  return useMemo(() => {
    // The cone starts at the last daily price, which is too old.
    if (whyUnknown(why, 'sentiment')?.reason === 'old-bars') return null
    if (!option || !income?.chainPrice) return rangeOfWhy(why)
    const { low, high, deviation } = option.expectedMove
    return { day: option.expiryDate, low, high, deviation: deviation / income.chainPrice }
  }, [why, income, option])
}
