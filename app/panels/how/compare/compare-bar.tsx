import './compare-bar.css'
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { clearCompare } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { InFoot } from '#app/panels/how/foot.tsx'

type TrayProps = {
  /** Whether a panel that is too narrow for both shows the card instead of the chain. */
  isCardShown?: boolean
  /** Absent if there is no card. */
  onShowCard?: (isShown: boolean) => void
}

/**
 * The comparison, in the foot of the panel. Hidden while it is empty, except beside the chain, where nothing moves when
 * a contract is added.
 */
export function CompareBar(props: TrayProps) {
  const { t } = useTranslation('how')
  const count = useView((view) => view.compare.length)
  const isChain = useView((view) => view.howView === 'chain')
  const status = count > 0 ? t('compare.status', { count }) : ''
  return (
    <>
      {/* Announces the first contract too, because it is there before. */}
      <LiveRegion>{status}</LiveRegion>
      {(count > 0 || isChain) && <CompareTray {...props} count={count} status={status} isChain={isChain} />}
    </>
  )
}

/** The number of compared contracts, and buttons to open and to clear the comparison. */
function CompareTray({
  count,
  status,
  isChain,
  isCardShown = false,
  onShowCard,
}: TrayProps & { count: number; status: string; isChain: boolean }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const [isOpen, setIsOpen] = useState(false)
  const { data: dialogModule } = useLazyModule('how/compare', () => import('./compare-dialog.tsx'), isOpen)
  const { data: listModule } = useLazyModule(
    'how/pinned',
    () => import('./pinned-list.tsx'),
    isChain && count > 0,
  )
  return (
    <InFoot row="tray">
      <div className="how-compare-bar">
        {isChain && onShowCard && (
          <Button data-action="show-card" pressed={isCardShown} onClick={() => onShowCard(!isCardShown)}>
            {t('compare.contract')}
          </Button>
        )}
        <span className="how-compare-status" aria-hidden={count > 0 ? true : undefined}>
          {status || t('compare.hint')}
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
