/** The contract that How shows, as lines and expected range in the chart. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { volatilityDays } from '#contract/responses/conventions.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import type { Why } from '#contract/responses/resources.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { queries } from '#app/api/queries.ts'
import { shownCell } from '#app/state/cells.ts'
import { useView, type View } from '#app/state/view.ts'
import { dayNumber, dayText } from './scales.ts'
import { expectedMove, type ExpectedRange } from './series.ts'

/** The contract that How shows: the one chosen in the chain, the selected cell's, its next best, or the nearest where it is empty. */
export const selectedOption = (
  income: Income | undefined,
  view: Pick<View, 'leg' | 'timeframe' | 'riskProfile' | 'contract'>,
): IncomeOption | undefined => income && shownCell(income, view)?.option

/** One standard deviation either way over the days of the 30-day implied volatility; null if unknown. */
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

/** The cached response of How for this symbol; sends no request. */
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
  // Stable between renderings: rendered again only after a change.
  const option = useMemo(
    () => selectedOption(income, { leg, timeframe, riskProfile, contract }),
    [income, leg, timeframe, riskProfile, contract],
  )
  return { income, option }
}

/** The prices of the contract that How shows, the same as on its card: dollars. */
export type ContractLines = { strike: number; breakeven: number }

/** Null where no contract is looked at. */
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
 * The range of the cone: the expected move of the contract in How, with the same numbers as on its card;
 * without a selected contract that of the 30-day implied volatility.
 */
export function useExpectedRange(why: Why): ExpectedRange | null {
  const { income, option } = useShownOption(why.symbol)
  return useMemo(() => {
    // Where the daily prices end long ago there is nothing to widen from.
    if (whyUnknown(why, 'sentiment')?.reason === 'old-bars') return null
    if (!option || !income?.chainPrice) return rangeOfWhy(why)
    const { low, high, deviation } = option.expectedMove
    return { day: option.expiryDate, low, high, deviation: deviation / income.chainPrice }
  }, [why, income, option])
}
