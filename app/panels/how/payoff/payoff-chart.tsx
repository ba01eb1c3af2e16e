import { Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { showBeforeExpiry, useBeforeExpiry } from '#app/state/before-expiry.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { PayoffAtExpiry } from './payoff-figure.tsx'
import type { PayoffOf } from './use-payoff.ts'

/**
 * Profit and loss at expiry, and of the strategy that is chosen, where the user opens it, also before: that part comes as a
 * file of its own, and its figures are asked for then.
 */
export function PayoffChart(of: PayoffOf) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const part = useId()
  const leg = useView((view) => view.leg)
  const isChosen = of.option.legType === (leg === 'call' ? 'Call' : 'Put')
  const isOpen = useBeforeExpiry() && isChosen
  const before = useLazyModule(
    'how/before-expiry',
    () => import('#app/panels/how/before-expiry/before-expiry.tsx'),
    isOpen,
  )
  const BeforeExpiry = isOpen ? before.data?.BeforeExpiry : undefined
  const plain = <PayoffAtExpiry {...of} />
  return (
    <div className="how-payoff-part">
      {/* First, so that what it opens is further on for keys; it is seen under the diagram. */}
      {isChosen && (
        <Button
          kind="quiet"
          data-action="before-expiry"
          aria-expanded={isOpen}
          aria-controls={part}
          onClick={() => showBeforeExpiry(app, !isOpen)}
        >
          {t('payoff.before')}
        </Button>
      )}
      <div id={part} className="how-payoff-shown">
        {BeforeExpiry ? (
          <Suspense fallback={plain}>
            <BeforeExpiry {...of} />
          </Suspense>
        ) : (
          plain
        )}
        {isOpen && before.errorUpdateCount > 0 && !before.data && (
          <Failure
            problem={problemOf(before.error)}
            title={t('payoff.before')}
            busy={before.isFetching}
            onRetry={() => void before.refetch()}
          />
        )}
      </div>
    </div>
  )
}
