/** The state of the displayed data: live, delayed, market closed, stale, simulated. Visible at every width. */
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useSource, useSymbolDataStatus, useVendor } from '#app/api/source.ts'
import type { DataStatus as SymbolDataStatus } from '#contract/responses/resources.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useLive, useMarket, useQuote } from '#app/state/live.ts'
import { useView } from '#app/state/view.ts'
import { Chip, clockMark, type Tone } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'

/**
 * Returns the time of the latest shown close, for a partner who may show end-of-day prices: that of the quote, or that
 * of the daily prices if the quote has another class.
 */
const lastCloseOf = (status: SymbolDataStatus | undefined): string | null | undefined =>
  status?.parts?.[status.parts.price.class === 'end-of-day' ? 'price' : 'bars'].asOf

/** Returns whether the cached Why response of the symbol has no prices, or was refused, because of the licence. */
function useHasNoPrices(symbol: string, status: SymbolDataStatus | undefined): boolean {
  const { error } = useQuery({ ...queries.why(symbol), enabled: false, refetchInterval: false })
  return status?.dataClass === 'derived' || (error !== null && problemOf(error).code === 'not-licensed')
}

const pauseIcon = 'M5.5 3.5v9M10.5 3.5v9'
const resumeIcon = 'M5 3.5v9l7-4.5Z'

/** Returns the time of the displayed data while updates are paused, milliseconds since 1970; otherwise null. */
function usePausedTime(symbol: string): number | null {
  const since = useLive((live) => live.pausedSince)
  // A symbol that is chosen during the pause is loaded once.
  const { dataUpdatedAt } = useQuery({ ...queries.why(symbol), enabled: false, refetchInterval: false })
  return since === undefined ? null : Math.max(since, dataUpdatedAt)
}

/** The status as a button that pauses or resumes the updates of prices. */
function PauseButton({
  isPaused,
  tone,
  mark,
  title,
  children,
}: {
  isPaused: boolean
  tone: Tone
  mark: ReactNode
  title: string | undefined
  children: string
}) {
  const app = useAppState()
  const { t } = useTranslation('shell')
  const action = t(isPaused ? 'status.resume' : 'status.pause')
  const toggle = () =>
    useLive.of(app).setState(({ lastMessageAt }) => ({
      pausedSince: isPaused ? undefined : (lastMessageAt ?? Date.now()),
    }))
  return (
    <button
      type="button"
      className={`chip chip-${tone} chip-button`}
      data-action="pause"
      title={[action, title].filter(Boolean).join(' · ')}
      aria-label={`${children}: ${action}`}
      onClick={toggle}
    >
      <span className="chip-mark" aria-hidden="true">
        {mark}
      </span>
      <span className="chip-text">{children}</span>
      <Icon path={isPaused ? resumeIcon : pauseIcon} />
    </button>
  )
}

/**
 * Chips with the session, the class and delay of the data, and its vendor: `15 min delayed · Massive`. While prices
 * update, or are paused, the first chip is the button of the pause.
 */
export function DataStatus() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const symbol = useView((view) => view.symbol)
  const lastTrade = useQuote(symbol)?.time
  const { market, stale, connection, lastMessageAt } = useMarket()
  // Without the feed the responses contain the same information.
  const toneStatus = useQuery({ ...queries.tone(), enabled: !market }).data?.dataStatus
  const data = market ?? toneStatus
  const source = useSource()
  const vendor = useVendor()
  const symbolStatus = useSymbolDataStatus()
  const isEndOfDay = symbolStatus?.dataClass === 'end-of-day'
  const endOfDay = market?.asOf ?? lastCloseOf(symbolStatus)
  const hasNoPrices = useHasNoPrices(symbol, symbolStatus)
  const pausedTime = usePausedTime(symbol)
  const isPaused = pausedTime !== null

  /** Language-independent name of the status, for `data-status`. */
  let status = 'connecting'
  let tone: Tone = 'neutral'
  let mark: ReactNode = clockMark
  let text = t('status.connecting')
  if (isPaused) {
    status = 'paused'
    tone = 'warn'
    mark = ''
    text = t('status.paused', { time: format.time(pausedTime) })
  } else if (stale) {
    status = 'stale'
    tone = 'warn'
    mark = '⚠'
    text = lastMessageAt ? t('status.staleSince', { time: format.time(lastMessageAt) }) : t('status.stale')
  } else if (hasNoPrices && !data?.simulated) {
    // No displayed price is live, delayed or of a close.
    status = 'unpriced'
    mark = '–'
    text = t('status.unpriced')
  } else if (isEndOfDay && endOfDay && !data?.simulated) {
    status = 'end-of-day'
    text = t('status.endOfDay', { day: format.dayOf(endOfDay) })
  } else if (market?.asOf) {
    status = 'recorded'
    text = t('status.recorded', { day: format.dayOf(market.asOf), time: format.time(market.asOf) })
  } else if (market?.state === 'closed') {
    status = 'closed'
    mark = '☾'
    text = lastTrade ? t('status.closedAt', { time: format.weekdayTime(lastTrade) }) : t('status.closed')
  } else if (data && data.delayedSeconds > 0) {
    status = 'delayed'
    text = t('status.delayed', { minutes: Math.round(data.delayedSeconds / 60) })
  } else if (symbolStatus?.dataClass === 'delayed' && !data?.simulated) {
    // The quotes have no delay, but the partner may not show them; the delay of the shown prices is unknown.
    status = 'delayed'
    text = t('status.delayedData')
  } else if (market) {
    status = 'live'
    // A simulated market is always open, so "live" would say too much, for example at night.
    tone = market.simulated ? 'info' : 'good'
    mark = market.simulated ? '◇' : '●'
    text = t(
      market.simulated
        ? 'status.simulated'
        : symbolStatus?.dataClass === 'real-time'
          ? 'status.realTime'
          : 'status.live',
    )
  }
  const session =
    market?.state === 'pre' || market?.state === 'after' ? t(`status.${market.state}`) : undefined
  const label = [session && !stale && !market?.asOf && session, text, vendor].filter(Boolean).join(' · ')
  return (
    <>
      <span className="data-status" data-status={status} role="group" aria-label={t('status.label')}>
        {/* Only one chip before the first feed message: two would wrap in a narrow header. */}
        {(market || stale || !data?.simulated) &&
          (isPaused || (market && (status === 'live' || status === 'delayed')) ? (
            <PauseButton isPaused={isPaused} tone={tone} mark={mark} title={source}>
              {label}
            </PauseButton>
          ) : (
            <Chip tone={tone} mark={mark} title={source}>
              {label}
            </Chip>
          ))}
        {data?.simulated && !(market && status === 'live') && (
          <Chip tone="info" mark="◇" title={source}>
            {t('status.simulated')}
          </Chip>
        )}
      </span>
      {/* The banner announces a lost connection. */}
      <LiveRegion>{isPaused || (stale && connection === 'live') ? text : ''}</LiveRegion>
    </>
  )
}
