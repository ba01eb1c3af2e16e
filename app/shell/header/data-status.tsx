/** The state of the displayed data: live, delayed, market closed, stale, simulated. Visible at every width. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { queries } from '#app/api/queries.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useSource } from '#app/api/source.ts'
import { useMarket, useQuote } from '#app/state/live.ts'
import { useView } from '#app/state/view.ts'
import { Chip, type Tone } from '#app/ui/chip.tsx'

export function DataStatus() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const symbol = useView((view) => view.symbol)
  const lastTrade = useQuote(symbol)?.time
  const { frame, stale, lastFrameAt } = useMarket()
  // Without the feed the responses contain the same information.
  const toneStatus = useQuery({ ...queries.tone(), enabled: !frame }).data?.dataStatus
  const data = frame ?? toneStatus
  const source = useSource()

  /** Language-independent name of the status, for `data-status`. */
  let status = 'connecting'
  let tone: Tone = 'neutral'
  let mark = '◷'
  let text = t('status.connecting')
  if (stale) {
    status = 'stale'
    tone = 'warn'
    mark = '⚠'
    text = lastFrameAt ? t('status.staleSince', { time: format.time(lastFrameAt) }) : t('status.stale')
  } else if (frame?.asOf) {
    status = 'recorded'
    text = t('status.recorded', { day: format.dayOf(frame.asOf), time: format.time(frame.asOf) })
  } else if (frame?.state === 'closed') {
    status = 'closed'
    mark = '☾'
    text = lastTrade ? t('status.closedAt', { time: format.weekdayTime(lastTrade) }) : t('status.closed')
  } else if (data && data.delayedSeconds > 0) {
    status = 'delayed'
    text = t('status.delayed', { minutes: Math.round(data.delayedSeconds / 60) })
  } else if (frame) {
    status = 'live'
    tone = frame.simulated ? 'neutral' : 'good'
    mark = '●'
    text = t('status.live')
  }
  const session = frame?.state === 'pre' || frame?.state === 'after' ? t(`status.${frame.state}`) : undefined
  return (
    <span className="data-status" data-status={status} role="group" aria-label={t('status.label')}>
      {/* Only one chip before the first feed message: two would wrap in a narrow header. */}
      {(frame || stale || !data?.simulated) && (
        <Chip tone={tone} mark={mark} title={source}>
          {session && !stale && !frame?.asOf ? `${session} · ${text}` : text}
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
