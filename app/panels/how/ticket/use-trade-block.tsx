import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireIncome } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { useLive, useMarket } from '#app/state/live.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useOnline } from '#app/ui/online.ts'
import type { TradeBlock } from './order-warning.tsx'

/**
 * Blocks trading if the session has ended, or if the displayed figures are paused, stale or about to be
 * replaced. Option quotes of an earlier session block it until the user confirms them.
 */
export function useTradeBlock(
  { data, isError, isFetching, isPlaceholderData, refetch }: UseQueryResult<WireIncome>,
  isStale: boolean,
): TradeBlock | undefined {
  const { t } = useTranslation(['how', 'ticket', 'shell'])
  const app = useAppState()
  const isPaused = useLive(({ pausedSince }) => pausedSince !== undefined)
  const isEnded = useHost((host) => host.phase === 'ended')
  const isOnline = useOnline()
  const { stale, connection } = useMarket()
  const isFeedDown = stale || connection === 'offline'
  const oldOptionsBlock = useOldOptionsBlock(data)
  if (isEnded) return { reason: t('ticket:endedReason'), isStatedElsewhere: true }
  if (isPaused) {
    const resume = (
      <Button data-action="resume" onClick={() => useLive.of(app).setState({ pausedSince: undefined })}>
        {t('shell:status.resume')}
      </Button>
    )
    return { reason: t('ticket:pausedReason'), action: resume, isStatedElsewhere: true }
  }
  if (isStale) {
    const refresh = (
      <Button data-action="refresh" disabled={isFetching} onClick={() => void refetch()}>
        {t(isFetching ? 'stale.refreshing' : 'stale.refresh')}
      </Button>
    )
    return {
      reason: [isError && !isFeedDown && t('stale.failed'), t('ticket:staleReason')]
        .filter(Boolean)
        .join(' '),
      ...(isOnline && { action: refresh }),
      isStatedElsewhere: isFeedDown,
    }
  }
  return isPlaceholderData ? { reason: t('ticket:updatingReason'), isTemporary: true } : oldOptionsBlock
}

/** Blocks trading at option quotes of an earlier session, until the user confirms this day's quotes of the symbol. */
function useOldOptionsBlock(income: WireIncome | undefined): TradeBlock | undefined {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const [confirmed, setConfirmed] = useState<string>()
  const options = income?.dataStatus.parts?.options
  if (!income || options?.state !== 'old') return undefined
  const day = format.dayOf(options.asOf)
  const quotes = `${income.underlying} ${day}`
  if (confirmed === quotes) return undefined
  return {
    reason: t('oldOptionsReason', { day }),
    action: (
      <Button data-action="confirm-old-options" onClick={() => setConfirmed(quotes)}>
        {t('oldOptionsAction')}
      </Button>
    ),
  }
}
