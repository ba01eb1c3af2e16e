import type { LegType } from '#contract/responses/income.ts'
import type { TradeSize } from '#contract/responses/sizing.ts'
import { useFormat } from './format.ts'
import { useTranslation } from './use-translation.ts'

/** Returns a function that says how many contracts a position secures, with what, and what is left. */
export function useSizeText(): (leg: LegType, size: TradeSize) => string {
  const { t } = useTranslation('how')
  const format = useFormat()
  // Cents only if there are any.
  const amount = (dollars: number) =>
    Number.isInteger(dollars) ? format.moneyRounded(dollars) : format.money(dollars)
  return (leg, { contracts, used, left }) =>
    leg === 'put'
      ? t('size.put', { count: contracts, cash: amount(used), left: amount(left) })
      : t('size.call', { count: contracts, shares: format.whole(used), left: format.whole(left) })
}
