/** Whether a listed contract can be chosen as a trade, and why not. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { ChainOption } from '#contract/responses/chain.ts'
import type { RefusalReason } from '#contract/responses/income.ts'

/** The income lookup computes a trade if selling the contract has a return (contract/responses/chain.ts). */
export const isChoosable = (option: ChainOption): boolean => option.return !== null

/**
 * Returns a function for the reason why a contract cannot be chosen: its quote was refused, or selling it has no
 * return.
 */
export function useUnavailableReason(): (option: ChainOption) => string | undefined {
  const { t } = useTranslation(['unknown', 'how'])
  const refusalText = useRefusalText()
  return (option) =>
    option.refused ? refusalText(option.refused) : isChoosable(option) ? undefined : t('reason.not-offered')
}

/** Returns a function for the text of a reason for which quotes are left out. */
export function useRefusalText(): (reason: RefusalReason) => string {
  const { t } = useTranslation(['chain', 'how'])
  return (reason) => t('leftOut', { reason: t(`how:refusal.${reason}`) })
}
