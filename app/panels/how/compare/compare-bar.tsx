import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { clearCompare } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'

/**
 * The number of contracts in the comparison, and buttons to open and to clear it. Hidden while it
 * is empty.
 */
export function CompareBar() {
  const app = useAppState()
  const { t } = useTranslation('how')
  const compare = useView((view) => view.compare)
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useLazyModule('how/compare', () => import('./compare-dialog.tsx'), isOpen)
  if (compare.length === 0) return null
  return (
    <div className="how-compare-bar">
      <span>{t('compare.status', { count: compare.length })}</span>
      <Button data-action="compare-open" disabled={compare.length < 2} onClick={() => setIsOpen(true)}>
        {t('compare.open')}
      </Button>
      <Button kind="quiet" data-action="compare-clear" onClick={() => clearCompare(app)}>
        {t('compare.clear')}
      </Button>
      {isOpen && data && <data.CompareDialog onClose={() => setIsOpen(false)} />}
    </div>
  )
}
