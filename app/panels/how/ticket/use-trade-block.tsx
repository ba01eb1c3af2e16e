import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireIncome } from '#contract/responses/income.ts'
import { useHost } from '#app/state/host.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useOnline } from '#app/ui/online.ts'
import type { TradeBlock } from './order-warning.tsx'

/**
 * Blocks trading if the session has ended, or if the displayed figures are stale or about to be
 * replaced.
 */
export function useTradeBlock(
  { isFetching, isPlaceholderData, refetch }: UseQueryResult<WireIncome>,
  isStale: boolean,
): TradeBlock | undefined {
  const { t } = useTranslation(['how', 'ticket'])
  const isEnded = useHost((host) => host.phase === 'ended')
  const isOnline = useOnline()
  if (isEnded) return { reason: t('ticket:endedReason') }
  if (isStale) {
    const refresh = (
      <Button data-action="refresh" disabled={isFetching} onClick={() => void refetch()}>
        {t(isFetching ? 'stale.refreshing' : 'stale.refresh')}
      </Button>
    )
    return { reason: t('ticket:staleReason'), ...(isOnline && { action: refresh }) }
  }
  return isPlaceholderData ? { reason: t('ticket:updatingReason'), isTemporary: true } : undefined
}
