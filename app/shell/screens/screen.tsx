/** What stands there before the widget is there, and instead of it where there is none to be had. */
import './screen.css'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHost } from '#app/state/host.ts'

const ScreenNote = lazy(() => import('./screen-note.tsx').then((m) => ({ default: m.ScreenNote })))

export function Screen({ onReload }: { onReload: () => void }) {
  const phase = useHost((host) => host.phase)
  const topLevel = phase === 'waiting' && window.parent === window
  if (!topLevel && phase !== 'refused' && phase !== 'failed') return <Opening />
  return (
    <Suspense fallback={<Opening />}>
      <ScreenNote phase={phase} onReload={onReload} />
    </Suspense>
  )
}

/** The layout in outline, so that nothing moves when it fills. */
function Opening() {
  const { t } = useTranslation()
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 3000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="screen" aria-busy="true">
      <div className="screen-header" />
      <div className="screen-panels">
        <i />
        <i />
        <i />
      </div>
      <p className={long ? 'screen-status' : 'visually-hidden'} role="status">
        {t('screen.connecting')}
      </p>
    </main>
  )
}
