/** What is said instead of the widget: why there is none, and what to do. */
import './screen.css'
import { useTranslation } from 'react-i18next'
import { type Host, useHost } from '#app/state/host.ts'
import { Button } from '#app/ui/button.tsx'
import { Note } from '#app/ui/panel.tsx'

export function ScreenNote({ phase, onReload }: { phase: Host['phase']; onReload: () => void }) {
  if (phase === 'refused') return <Refused />
  if (phase === 'failed') return <Failed onReload={onReload} />
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
  const given = useHost((host) => host.origin)
  const origin = useHost((host) => host.problem?.extras.origin) ?? given
  return (
    <main className="screen screen-note" data-phase="refused">
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

function Failed({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation(['errors', 'shell', 'common'])
  const problem = useHost((host) => host.problem)
  const code = problem?.code ?? 'internal'
  return (
    <main className="screen screen-note" data-phase="failed">
      <Note
        role="alert"
        title={<h1 className="screen-title">{t('shell:screen.failedTitle')}</h1>}
        action={
          <>
            <Button onClick={onReload}>{t('common:retry')}</Button>
            {problem?.extras.requestId && (
              <span className="screen-id">{t('id', { id: problem.extras.requestId })}</span>
            )}
          </>
        }
      >
        {t(`title.${code}`)}. {t(`hint.${code}`, { symbol: '' })}
      </Note>
    </main>
  )
}
