import './compare.css'
import '#app/panels/how/card/table.css'
import { Fragment } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { annualizedMark } from '#contract/responses/annualized.ts'
import { useAppState } from '#app/state/app-state.ts'
import { toggleCompare } from '#app/state/choices/trade-choice.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/controls/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { MethodButton } from '#app/panels/how/method-button.tsx'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { useContractName } from '#app/panels/how/contract-name.ts'
import { bestBy, type ComparedContract } from './best-by-metric.ts'
import { type ComparisonRow, useComparisonRows } from './compare-rows.ts'
import { type Pinned, usePinned } from './pinned.ts'
import { sellPinned } from './sell-pinned.ts'

/**
 * Table that compares the pinned contracts of all symbols side by side and marks the best by each
 * metric. Loaded on first opening.
 */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['how', 'ticket', 'unknown'])
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const pinned = usePinned()
  const rows = useComparisonRows()
  const compared = pinned.filter((pin) => pin.status === 'loaded')
  return (
    <Dialog title={t('compare.title')} onClose={onClose} wide>
      {/* A scroll container must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="how-compare" tabIndex={0} aria-label={t('compare.title')}>
        <table className="how-table">
          <thead>
            <tr>
              <th scope="col">{t('compare.contract')}</th>
              {pinned.map((pin) => (
                <ContractHeader key={pin.id} pinned={pin} isOnly={pinned.length === 1} onClose={onClose} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <RowCells
                  row={row}
                  pinned={pinned}
                  compared={compared}
                  isFirst={index === 0}
                  rowCount={rows.length}
                />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="how-footnote">
        <BestMark /> {t('compare.best')}
      </p>
      {!hidesAnnualized && compared.some(({ option }) => annualizedMark(option.daysUntilExpiry)) && (
        <p className="how-footnote">{t('annualizedNote')}</p>
      )}
      <p className="how-footnote">{t('ticket:assignment')}</p>
      <p className="how-footnote">{t('details.assumptions')}</p>
      <MethodButton />
    </Dialog>
  )
}

/**
 * Column header of a contract: its name, and buttons to sell it and to remove it from the
 * comparison.
 */
function ContractHeader({
  pinned,
  isOnly,
  onClose,
}: {
  pinned: Pinned
  isOnly: boolean
  onClose: () => void
}) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const { symbol, id, status } = pinned
  const name = useContractName()(symbol, id)
  const sell = () => {
    sellPinned(app, pinned)
    onClose()
  }
  const remove = () => {
    toggleCompare(app, { symbol, id })
    if (isOnly) onClose()
  }
  return (
    <th scope="col" data-pin={id}>
      <bdi dir="ltr">{name}</bdi>
      <div className="how-compare-actions">
        {status === 'loaded' && (
          <Button
            kind="primary"
            data-action="sell"
            aria-label={t('compare.sellNamed', { contract: name })}
            onClick={sell}
          >
            {t('compare.sell')}
          </Button>
        )}
        <Button
          kind="quiet"
          data-action="remove"
          aria-label={t('compare.removeNamed', { contract: name })}
          onClick={remove}
        >
          {t('compare.remove')}
        </Button>
      </div>
    </th>
  )
}

/**
 * Cells of one row. A contract without figures has a single cell with the reason, which spans all
 * rows.
 */
function RowCells({
  row,
  pinned,
  compared,
  isFirst,
  rowCount,
}: {
  row: ComparisonRow
  pinned: readonly Pinned[]
  compared: readonly ComparedContract[]
  /** Whether this is the first row of the table. */
  isFirst: boolean
  rowCount: number
}) {
  const { t } = useTranslation('how')
  const bestIds = row.metric ? bestBy(row.metric, compared, row.text) : new Set()
  return pinned.map((pin) => {
    if (pin.status !== 'loaded')
      return (
        isFirst && (
          <td key={pin.id} rowSpan={rowCount} className="how-compare-none">
            <MissingReason pinned={pin} />
          </td>
        )
      )
    const isBest = bestIds.has(pin.id)
    return (
      <td key={pin.id} data-best={isBest ? '' : undefined}>
        {isBest && (
          <>
            <BestMark />
            <VisuallyHidden>{t('compare.bestShort')} </VisuallyHidden>
          </>
        )}
        <Value text={row.text(pin)} />
      </td>
    )
  })
}

/** A value. Its parts are separate elements, so that lines break only between parts. */
const Value = ({ text }: { text: string }) =>
  text.split(' · ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </Fragment>
  ))

/** Check mark of the best contracts; a note below the table explains it. */
const BestMark = () => <Icon path="M3 8.5l3.5 3.5 7-8" />

/** The reason why a contract has no figures. */
function MissingReason({ pinned }: { pinned: Exclude<Pinned, { status: 'loaded' }> }) {
  const { t } = useTranslation(['how', 'common', 'unknown'])
  const reasonOf = useUnknownReason()
  switch (pinned.status) {
    case 'loading':
      return <span role="status">{t('compare.coming')}</span>
    case 'delisted':
      return t('compare.gone')
    case 'refused':
      return pinned.unknown ? reasonOf(pinned.unknown) : t('unknown:reason.refused')
    case 'failed':
      return (
        <>
          <p>{t('compare.failed')}</p>
          <Button data-action="try-again" onClick={pinned.retry}>
            {t('common:retry')}
          </Button>
        </>
      )
  }
}
