/** Screens that replace the widget if there is no session: the reason and the remedy. */
import './screen.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { isTransient } from '#contract/api/problem.ts'
import { type Host, useHost } from '#app/state/host.ts'
import { TryAgain } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { useOnline } from '#app/ui/online.ts'

export function ScreenNote({ phase, onRetry }: { phase: Host['phase']; onRetry: () => void }) {
  if (phase === 'refused') return <Refused />
  if (phase === 'failed') return <Failed onRetry={onRetry} />
  return <TopLevel />
}

function TopLevel() {
  const { t } = useTranslation('shell')
  return (
    <main className="screen screen-note">
      <Note title={<h1 className="screen-title">{t('screen.topLevelTitle')}</h1>}>
        {t('screen.topLevel')}
      </Note>
    </main>
  )
}

function Refused() {
  const { t } = useTranslation('shell')
  const pageOrigin = useHost((host) => host.origin)
  const code = useHost((host) => host.code)
  const origin = useHost((host) => host.problem?.extras.origin) ?? pageOrigin
  return (
    <main className="screen screen-note" data-screen="refused" data-code={code}>
      <Note
        role="alert"
        title={<h1 className="screen-title">{t('screen.refusedTitle')}</h1>}
        action={<code className="screen-origin">{origin}</code>}
      >
        {t('screen.refused')}
      </Note>
    </main>
  )
}

/** The reason, and the remedy: an automatic or manual retry, reloading the page, or contacting its operator. */
function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['errors', 'shell', 'common'])
  const { problem, code: pageCode, remedy, options } = useHost()
  const online = useOnline()
  const code = problem?.code ?? 'internal'
  const requestId = problem?.extras.requestId
  const isPermanent = remedy === 'none'
  const isTokenUsed = isPermanent && problem?.status === 401 && options?.authToken !== undefined
  // The page has supplied no token. `session-ended` has the same meaning here, because no session was open.
  const hasNoToken = code === 'session-ended' || code === 'credential-missing'
  const explanation = () =>
    hasNoToken && !isTokenUsed
      ? t('noToken')
      : `${t(`title.${code}`)}. ${isTokenUsed ? t('usedToken') : t(`hint.${code}`, { symbol: '' })}`
  return (
    <main className="screen screen-note" data-screen="failed" data-code={pageCode}>
      <Note
        role="alert"
        title={<h1 className="screen-title">{t('shell:screen.failedTitle')}</h1>}
        action={
          <>
            {!isPermanent && online && <TryAgain onRetry={onRetry} busy={remedy === 'trying'} />}
            {requestId && <span className="screen-id">{t('id', { id: requestId })}</span>}
          </>
        }
      >
        {online || isPermanent ? explanation() : t('offline')}
        {online && isTransient(code) && ` ${t('trying')}`}
      </Note>
    </main>
  )
}
