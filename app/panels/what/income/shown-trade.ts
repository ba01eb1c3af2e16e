/** The trade of the list that How shows, with the figures of its card. */
import { useMemo } from 'react'
import type { WireBestTrade } from '#contract/responses/lists/best-income.ts'
import { useChosenIncome } from '#app/api/chosen-income.ts'
import { optionById } from '#app/state/choices/cells.ts'
import { useOptionQuote } from '#app/state/live.ts'
import { isPriced } from '#app/state/priced.ts'
import { quoteOption, useCurrentPrice } from '#app/state/quoted-income.ts'

/**
 * Returns the trade with the figures that How shows: those of a scan are older. The trade itself until How has them.
 *
 * @param trade the contract that How shows; undefined if the list does not contain it
 */
export function useShownTrade(trade: WireBestTrade | undefined): WireBestTrade | undefined {
  const { income } = useChosenIncome(trade?.symbol ?? '', { isPassive: true })
  const quote = useOptionQuote(trade?.id ?? '')
  const price = useCurrentPrice(income)
  return useMemo(() => {
    const option = trade && income && optionById(income, trade.id)
    if (!option || !isPriced(option)) return trade
    const shown = quoteOption(option, income, { quote, price })
    return {
      ...trade,
      return: shown.return,
      annualizedReturn: shown.annualizedReturn,
      probability: shown.probability,
      probabilityOfProfit: shown.probabilityOfProfit,
      premium: shown.premium,
      spread: shown.spread,
      serviceScore: shown.serviceScore,
    }
  }, [trade, income, quote, price])
}
