/** Chart data of the contract that the How panel shows: its price lines, and its expected range. */
import { useMemo } from 'react'
import { volatilityDays } from '#contract/responses/conventions.ts'
import type { WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import type { WireWhy } from '#contract/responses/resources.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { useChosenIncome } from '#app/api/chosen-income.ts'
import { useChosenRoll } from '#app/api/rolled-position.ts'
import { selectedCell } from '#app/state/choices/cells.ts'
import { useChosenContract } from '#app/state/choices/chosen-contract.ts'
import { useFreeShares } from '#app/state/holdings.ts'
import { orderOf, useStoredOrder } from '#app/state/order/use-order.ts'
import { isPriced } from '#app/state/priced.ts'
import { useQuotedOption } from '#app/state/quoted-income.ts'
import { useView, type View } from '#app/state/view.ts'
import { dayNumber, dayText } from './scales.ts'
import { expectedMove, type ExpectedRange } from './series.ts'

/**
 * Returns the contract that the How panel shows: the chosen one; before there is one, the optimal or
 * alternative contract of the selected cell, or of the nearest cell with a contract.
 */
export const selectedOption = (
  income: WireIncome | undefined,
  view: Pick<View, 'leg' | 'timeframe' | 'riskProfile' | 'contract'>,
): WireIncomeOption | undefined => income && selectedCell(income, view)?.option

/**
 * Returns the price range of one standard deviation over 30 days by implied volatility; null if it is
 * unknown.
 */
export function rangeOfImpliedVolatility({
  impliedVolatility,
  expandedQuote: { last },
  dataStatus,
}: WireWhy): ExpectedRange | null {
  if (impliedVolatility === null || last === null) return null
  const move = last * expectedMove(impliedVolatility, volatilityDays)
  return {
    day: dayText(dayNumber(dataStatus.asOf) + volatilityDays),
    low: Math.max(0, last - move),
    high: last + move,
    deviation: move / last,
  }
}

/** Returns the cached response of the How panel and its contract for a symbol. Sends no request. */
function useShownOption(symbol: string): {
  income: WireIncome | undefined
  option: WireIncomeOption | undefined
} {
  const leg = useView((view) => view.leg)
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useChosenContract()
  const { income } = useChosenIncome(symbol, { isPassive: true })
  // Memoised, because the chart renders again when the contract changes.
  const option = useMemo(
    () => selectedOption(income, { leg, timeframe, riskProfile, contract }),
    [income, leg, timeframe, riskProfile, contract],
  )
  return { income, option }
}

/** Strike and break-even of a contract as on its card in the How panel, dollars. */
export type ContractLines = { strike: number; breakeven: number }

/**
 * Returns the price lines of the contract that the How panel shows, at the limit of its order; null without a contract
 * or its prices.
 */
export function useContractLines({ symbol }: WireWhy): ContractLines | null {
  const { income, option: answered } = useShownOption(symbol)
  // At the same quote as in the How panel. Quotes of other contracts do not render the chart.
  const option = useQuotedOption(income, answered)
  const order = useStoredOrder(symbol)
  const enteredShares = useView((view) => view.positions[symbol]?.stockQuantity)
  const heldShares = useFreeShares(symbol, enteredShares)
  const computedPrice = income && (income.chainPrice ?? income.stockPrice)
  const chosenRoll = useChosenRoll(symbol)
  const strike = option?.strike
  const rolled =
    chosenRoll === 'none' ? undefined : chosenRoll === 'pending' ? null : chosenRoll.position.breakeven
  const breakeven =
    rolled !== undefined
      ? (rolled ?? undefined)
      : income && option && isPriced(option) && computedPrice != null
        ? orderOf(income, option, order, { computedPrice, heldShares }).orderedOption.breakeven
        : undefined
  return useMemo(
    () => (strike === undefined || breakeven === undefined ? null : { strike, breakeven }),
    [strike, breakeven],
  )
}

/**
 * Returns the range at the end of the cone: the expected move of the contract that the How panel shows,
 * or without a contract the move of the 30-day implied volatility. Null if the daily prices are outdated
 * or the volatility is unknown.
 */
export function useExpectedRange(why: WireWhy): ExpectedRange | null {
  const { income, option } = useShownOption(why.symbol)
  return useMemo(() => {
    // The cone would start at the last daily price, which is outdated.
    if (whyUnknown(why, 'sentiment')?.reason === 'old-bars') return null
    if (!option?.expectedMove || !income?.chainPrice) return rangeOfImpliedVolatility(why)
    const { low, high, deviation } = option.expectedMove
    return { day: option.expiryDate, low, high, deviation: deviation / income.chainPrice }
  }, [why, income, option])
}
