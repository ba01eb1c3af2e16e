import { Suspense, useCallback, useId, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { showBeforeExpiry, useBeforeExpiryShown } from '#app/state/before-expiry.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { DisclosureButton } from '#app/ui/controls/disclosure.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { PayoffAtExpiry } from './payoff-figure.tsx'
import type { PayoffSubject } from './use-payoff.ts'
import { useReveal } from './use-reveal.ts'

const loadBeforeExpiry = () => import('#app/panels/how/before-expiry/before-expiry.tsx')
const loadTable = () => import('#app/panels/how/before-expiry/profit-table.tsx')

/**
 * Diagram or table of profit and loss at expiry and, for the selected strategy, before expiry with sliders.
 * The diagram before expiry and the table are separate chunks, which are loaded with their data when the
 * user opens them.
 */
export function PayoffChart(subject: PayoffSubject) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const contentId = useId()
  const leg = useView((view) => view.leg)
  const { asTable, toggle } = useTableToggle()
  const isSelectedStrategy = subject.option.legType === (leg === 'call' ? 'Call' : 'Put')
  const isOpen = useBeforeExpiryShown() && isSelectedStrategy
  const beforeExpiry = useLazyModule('how/before-expiry', loadBeforeExpiry, isOpen)
  const table = useLazyModule('how/profit-table', loadTable, asTable)
  const BeforeExpiry = isOpen ? beforeExpiry.data?.BeforeExpiry : undefined
  const Table = asTable ? table.data?.ProfitTable : undefined
  const failed = [isOpen && beforeExpiry, asTable && table].find(
    (query) => query && query.errorUpdateCount > 0 && !query.data,
  )
  const reveal = useReveal()
  const atExpiry = <PayoffAtExpiry {...subject} legendEnd={toggle} />
  return (
    <div className="how-payoff-part">
      {/* First in the DOM, so that the opened content follows in tab order; CSS shows it below the diagram. */}
      {isSelectedStrategy && (
        <DisclosureButton
          data-action="before-expiry"
          isOpen={isOpen}
          aria-controls={contentId}
          onClick={(event) => {
            if (!isOpen) reveal.prepare(event.currentTarget)
            showBeforeExpiry(app, !isOpen)
          }}
        >
          {t('payoff.before')}
        </DisclosureButton>
      )}
      <div id={contentId} className="how-payoff-content">
        <Suspense fallback={atExpiry}>
          {BeforeExpiry ? (
            <BeforeExpiry {...subject} legendEnd={toggle} Table={Table} onShown={reveal.show} />
          ) : Table ? (
            <Table {...subject} legendEnd={toggle} />
          ) : (
            atExpiry
          )}
        </Suspense>
        {failed && (
          <Failure
            problem={problemOf(failed.error)}
            title={t(asTable ? 'payoff.asTable' : 'payoff.before')}
            busy={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        )}
      </div>
    </div>
  )
}

/** Switch between diagram and table. It moves with the content that it replaces, and the focus with it. */
function useTableToggle() {
  const { t } = useTranslation('how')
  const [asTable, setAsTable] = useState(false)
  const clickedButton = useRef<Element | null>(null)
  const takeFocus = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !clickedButton.current || button === clickedButton.current) return
    clickedButton.current = null
    button.focus({ preventScroll: true })
  }, [])
  const toggle = (
    <Button
      ref={takeFocus}
      kind="link"
      className="how-payoff-toggle"
      onClick={({ currentTarget }) => {
        clickedButton.current = currentTarget
        setAsTable(!asTable)
      }}
    >
      {t(asTable ? 'payoff.asChart' : 'payoff.asTable')}
    </Button>
  )
  return { asTable, toggle }
}
