/** Determines whether a listed contract can be chosen as a trade, and the reason if it cannot. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireChainOption } from '#contract/responses/chain.ts'
import type { RefusalReason } from '#contract/responses/income.ts'

/**
 * Returns whether the contract can be chosen. With prices: if selling it has a return, so that the
 * income lookup computes a trade for it. Without prices (`bid` is null: the partner may not show
 * them): if its quote is accepted. The lookup then gives the reason if selling it brings no income.
 */
export const isChoosable = (option: WireChainOption): boolean =>
  option.return !== null || (option.bid === null && option.refused === null)

/**
 * Returns a function that describes why a contract cannot be chosen: its quote was refused, or
 * selling it has no return. The function returns undefined if the contract can be chosen.
 */
export function useUnavailableReason(): (option: WireChainOption) => string | undefined {
  const { t } = useTranslation(['unknown', 'how'])
  const refusalText = useRefusalText()
  return (option) =>
    option.refused ? refusalText(option.refused) : isChoosable(option) ? undefined : t('reason.not-offered')
}

/** Returns a function that describes why a quote was refused. */
export function useRefusalText(): (reason: RefusalReason) => string {
  const { t } = useTranslation(['chain', 'how'])
  return (reason) => t('leftOut', { reason: t(`how:refusal.${reason}`) })
}
