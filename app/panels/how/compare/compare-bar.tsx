import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { clearCompare } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'

/** Number of pinned contracts of all symbols, and the button that opens their comparison. */
export function CompareBar() {
  const app = useAppState()
  const { t } = useTranslation('how')
  const compare = useView((view) => view.compare)
  const [comparing, setComparing] = useState(false)
  const { data } = useLazyModule('how/compare', () => import('./compare-dialog.tsx'), comparing)
  if (compare.length === 0) return null
  return (
    <div className="how-compare-bar">
      <span>{t('compare.status', { count: compare.length })}</span>
      <Button data-action="compare-open" disabled={compare.length < 2} onClick={() => setComparing(true)}>
        {t('compare.open')}
      </Button>
      <Button kind="quiet" data-action="compare-clear" onClick={() => clearCompare(app)}>
        {t('compare.clear')}
      </Button>
      {comparing && data && <data.CompareDialog onClose={() => setComparing(false)} />}
    </div>
  )
}
