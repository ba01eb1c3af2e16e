import { Suspense, useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { showBeforeExpiry, useBeforeExpiryShown } from '#app/state/before-expiry.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { PayoffAtExpiry } from './payoff-figure.tsx'
import type { PayoffSubject } from './use-payoff.ts'

/**
 * Diagram of profit and loss at expiry and, for the selected strategy, before expiry. The diagram
 * before expiry is a separate chunk, which is loaded with its data when the user opens it.
 */
export function PayoffChart(subject: PayoffSubject) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const contentId = useId()
  const leg = useView((view) => view.leg)
  const isSelectedStrategy = subject.option.legType === (leg === 'call' ? 'Call' : 'Put')
  const isOpen = useBeforeExpiryShown() && isSelectedStrategy
  const beforeExpiryModule = useLazyModule(
    'how/before-expiry',
    () => import('#app/panels/how/before-expiry/before-expiry.tsx'),
    isOpen,
  )
  const BeforeExpiry = isOpen ? beforeExpiryModule.data?.BeforeExpiry : undefined
  const atExpiry = <PayoffAtExpiry {...subject} />
  return (
    <div className="how-payoff-part">
      {/* First in the DOM, so that the opened content follows in tab order; CSS shows it below the diagram. */}
      {isSelectedStrategy && (
        <Button
          kind="quiet"
          data-action="before-expiry"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => showBeforeExpiry(app, !isOpen)}
        >
          {t('payoff.before')}
        </Button>
      )}
      <div id={contentId} className="how-payoff-content">
        {BeforeExpiry ? (
          <Suspense fallback={atExpiry}>
            <BeforeExpiry {...subject} />
          </Suspense>
        ) : (
          atExpiry
        )}
        {isOpen && beforeExpiryModule.errorUpdateCount > 0 && !beforeExpiryModule.data && (
          <Failure
            problem={problemOf(beforeExpiryModule.error)}
            title={t('payoff.before')}
            busy={beforeExpiryModule.isFetching}
            onRetry={() => void beforeExpiryModule.refetch()}
          />
        )}
      </div>
    </div>
  )
}
