/** Reports states of the whole widget: offline, connection lost, session ended. */
import './banner.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useApi } from '#app/api/api.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useHost } from '#app/state/host.ts'
import { useMarket } from '#app/state/live.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useOnline } from '#app/ui/online.ts'

export function Banner({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation(['shell', 'errors'])
  const format = useFormat()
  const hasEnded = useHost((host) => host.phase === 'ended')
  const { problem, code, remedy } = useHost()
  const online = useOnline()
  const { subscriptions } = useApi()
  const { connection, stale, lastMessageAt } = useMarket()
  if (hasEnded) {
    return (
      <div className="banner" role="alert" data-banner="ended" data-screen="ended" data-code={code}>
        <span>{t('banner.ended')}</span>
        {remedy === 'none' && <span>{t(`errors:hint.${problem?.code ?? 'session-ended'}`)}</span>}
        {remedy !== 'none' && (
          <Button data-action="reload" onClick={onReload}>
            {t('reload')}
          </Button>
        )}
      </div>
    )
  }
  // A connection that is back within seconds is not reported.
  if (connection === 'live' || connection === 'connecting' || (connection === 'reconnecting' && !stale))
    return null
  const time = lastMessageAt && format.time(lastMessageAt)
  const text =
    connection === 'offline'
      ? time
        ? t('banner.offline', { time })
        : t('banner.offlineNoTime')
      : time
        ? t('banner.reconnecting', { time })
        : t('banner.reconnectingNoTime')
  return (
    <div className="banner" role="status" data-banner={connection}>
      <span>{text}</span>
      {!online && <span>{t('banner.resumes')}</span>}
      {online && (
        <Button data-action="try-again" onClick={subscriptions.retry}>
          {t('retryNow')}
        </Button>
      )}
    </div>
  )
}
