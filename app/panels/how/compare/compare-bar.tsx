import './compare-bar.css'
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { clearCompare } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { InFoot } from '#app/panels/how/foot.tsx'

/**
 * The comparison, in the foot of the panel: the number of contracts, and buttons to open and to clear it. Hidden while
 * it is empty, except beside the chain, where nothing moves when a contract is added.
 */
export function CompareBar({
  isCardShown = false,
  onShowCard,
}: {
  /** Whether a panel that is too narrow for both shows the card instead of the chain. */
  isCardShown?: boolean
  /** Absent if there is no card. */
  onShowCard?: (isShown: boolean) => void
}) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const count = useView((view) => view.compare.length)
  const isChain = useView((view) => view.howView === 'chain')
  const [isOpen, setIsOpen] = useState(false)
  const { data: dialogModule } = useLazyModule('how/compare', () => import('./compare-dialog.tsx'), isOpen)
  const { data: listModule } = useLazyModule(
    'how/pinned',
    () => import('./pinned-list.tsx'),
    isChain && count > 0,
  )
  if (count === 0 && !isChain) return null
  return (
    <InFoot row="tray">
      <div className="how-compare-bar">
        {isChain && onShowCard && (
          <Button data-action="show-card" pressed={isCardShown} onClick={() => onShowCard(!isCardShown)}>
            {t('compare.contract')}
          </Button>
        )}
        <span className="how-compare-status">
          {count > 0 ? t('compare.status', { count }) : t('compare.hint')}
        </span>
        {isChain && count > 0 && listModule && <listModule.PinnedList />}
        {count > 0 && (
          <>
            <Button
              data-action="compare-open"
              disabled={count < 2}
              aria-label={t('compare.open')}
              onClick={() => setIsOpen(true)}
            >
              <span className="how-compare-long">{t('compare.open')}</span>
              <span className="how-compare-short">{t('compare.toggle')}</span>
            </Button>
            <Button kind="quiet" data-action="compare-clear" onClick={() => clearCompare(app)}>
              {t('compare.clear')}
            </Button>
          </>
        )}
        {isOpen && dialogModule && <dialogModule.CompareDialog onClose={() => setIsOpen(false)} />}
      </div>
    </InFoot>
  )
}
