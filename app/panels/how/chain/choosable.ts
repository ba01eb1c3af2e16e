/** Whether a listed contract can be looked at as a trade, and what stands in the way. */
import { useTranslation } from 'react-i18next'
import type { ChainOption } from '#contract/responses/chain.ts'
import type { RefusalReason } from '#contract/responses/income.ts'

/** Where selling it brings a return, the income look-up works it out as a trade (contract/responses/chain.ts). */
export const isChoosable = (option: ChainOption): boolean => option.return !== null

/** What there is to say against a contract: why How leaves it out, or that selling it brings nothing. Else undefined. */
export function useObjection(): (option: ChainOption) => string | undefined {
  const { t } = useTranslation(['unknown', 'how'])
  const refusal = useRefusal()
  return (option) =>
    option.refused ? refusal(option.refused) : isChoosable(option) ? undefined : t('reason.not-offered')
}

/** Why quotes take no part. */
export function useRefusal(): (reason: RefusalReason) => string {
  const { t } = useTranslation(['chain', 'how'])
  return (reason) => t('leftOut', { reason: t(`how:refusal.${reason}`) })
}
