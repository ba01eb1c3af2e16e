/** The state of the displayed data: live, delayed, market closed, stale, simulated. Visible at every width. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useSource, useSymbolDataStatus, useVendor } from '#app/api/source.ts'
import type { DataStatus as SymbolDataStatus } from '#contract/responses/resources.ts'
import { useMarket, useQuote } from '#app/state/live.ts'
import { useView } from '#app/state/view.ts'
import { Chip, type Tone } from '#app/ui/chip.tsx'

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

/** Chips with the session, the class and delay of the data, and its vendor: `15 min delayed · Massive`. */
export function DataStatus() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const symbol = useView((view) => view.symbol)
  const lastTrade = useQuote(symbol)?.time
  const { market, stale, lastMessageAt } = useMarket()
  // Without the feed the responses contain the same information.
  const toneStatus = useQuery({ ...queries.tone(), enabled: !market }).data?.dataStatus
  const data = market ?? toneStatus
  const source = useSource()
  const vendor = useVendor()
  const symbolStatus = useSymbolDataStatus()
  const isEndOfDay = symbolStatus?.dataClass === 'end-of-day'
  const endOfDay = market?.asOf ?? lastCloseOf(symbolStatus)
  const hasNoPrices = useHasNoPrices(symbol, symbolStatus)

  /** Language-independent name of the status, for `data-status`. */
  let status = 'connecting'
  let tone: Tone = 'neutral'
  let mark = '◷'
  let text = t('status.connecting')
  if (stale) {
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
    tone = market.simulated ? 'neutral' : 'good'
    mark = '●'
    text = t(symbolStatus?.dataClass === 'real-time' && !market.simulated ? 'status.realTime' : 'status.live')
  }
  const session =
    market?.state === 'pre' || market?.state === 'after' ? t(`status.${market.state}`) : undefined
  return (
    <span className="data-status" data-status={status} role="group" aria-label={t('status.label')}>
      {/* Only one chip before the first feed message: two would wrap in a narrow header. */}
      {(market || stale || !data?.simulated) && (
        <Chip tone={tone} mark={mark} title={source}>
          {[session && !stale && !market?.asOf && session, text, vendor].filter(Boolean).join(' · ')}
        </Chip>
      )}
      {data?.simulated && (
        <Chip tone="info" mark="◇" title={source}>
          {t('status.simulated')}
        </Chip>
      )}
    </span>
  )
}
