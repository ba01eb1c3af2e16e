import './compare.css'
import '#app/panels/how/card/table.css'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { annualizedMark } from '#contract/responses/annualized.ts'
import { useAppState } from '#app/state/app-state.ts'
import { requestReview } from '#app/state/order/review-request.ts'
import { setContract, toggleCompare } from '#app/state/trade-choice.ts'
import { selectSymbol, setTab } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/controls/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { MethodButton } from '#app/panels/how/method.tsx'
import { useAnnualizedHidden } from '#app/panels/how/annualized.ts'
import { readContractId, useContractName } from '#app/panels/how/contract-name.ts'
import { bestBy, type Compared } from './best.ts'
import { type Row, useRows } from './compare-rows.ts'
import { type Pinned, usePinned } from './pinned.ts'

/**
 * The contracts that are kept to be compared, of whatever symbols, side by side, the best of each figure marked. Loaded when
 * it is first opened.
 */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['how', 'ticket', 'unknown'])
  const hidden = useAnnualizedHidden()
  const pinned = usePinned()
  const rows = useRows()
  const compared = pinned.filter((each) => each.standing === 'there')
  return (
    <Dialog title={t('compare.title')} onClose={onClose} wide>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="how-compare" tabIndex={0} aria-label={t('compare.title')}>
        <table className="how-table">
          <thead>
            <tr>
              <th scope="col">{t('compare.contract')}</th>
              {pinned.map((each) => (
                <Head key={each.id} pinned={each} alone={pinned.length === 1} onClose={onClose} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <Values row={row} pinned={pinned} compared={compared} first={index === 0} all={rows.length} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="how-footnote">
        <Best /> {t('compare.best')}
      </p>
      {!hidden && compared.some(({ option }) => annualizedMark(option.daysUntilExpiry)) && (
        <p className="how-footnote">{t('annualizedNote')}</p>
      )}
      <p className="how-footnote">{t('ticket:assignment')}</p>
      <p className="how-footnote">{t('details.assumptions')}</p>
      <MethodButton />
    </Dialog>
  )
}

/** A contract, and what can be done with it. */
function Head({ pinned, alone, onClose }: { pinned: Pinned; alone: boolean; onClose: () => void }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const { symbol, id, standing } = pinned
  const name = useContractName()(symbol, id)
  const sell = () => {
    selectSymbol(app, symbol, { by: 'user' })
    setContract(app, id, readContractId(id).leg)
    setTab(app, 'how')
    requestReview(app, id)
    onClose()
  }
  const remove = () => {
    toggleCompare(app, { symbol, id })
    if (alone) onClose()
  }
  return (
    <th scope="col" data-pin={id}>
      <bdi dir="ltr">{name}</bdi>
      <div className="how-compare-actions">
        {standing === 'there' && (
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

/** One row's values; of a contract without figures one cell down all rows says why. */
function Values({
  row,
  pinned,
  compared,
  first,
  all,
}: {
  row: Row
  pinned: readonly Pinned[]
  compared: readonly Compared[]
  /** The first row. */
  first: boolean
  /** How many rows there are. */
  all: number
}) {
  const { t } = useTranslation('how')
  const best = row.merit ? bestBy(row.merit, compared, row.text) : new Set()
  return pinned.map((each) => {
    if (each.standing !== 'there')
      return (
        first && (
          <td key={each.id} rowSpan={all} className="how-compare-none">
            <Missing pinned={each} />
          </td>
        )
      )
    const isBest = best.has(each.id)
    return (
      <td key={each.id} data-best={isBest ? '' : undefined}>
        {isBest && (
          <>
            <Best />
            <VisuallyHidden>{t('compare.bestShort')} </VisuallyHidden>
          </>
        )}
        <Value text={row.text(each)} />
      </td>
    )
  })
}

/** A value; one of two parts may stand in two lines. */
const Value = ({ text }: { text: string }) =>
  text.split(' · ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </Fragment>
  ))

/** The mark of the best: what it means stands under the table. */
const Best = () => <Icon path="M3 8.5l3.5 3.5 7-8" />

/** Why there are no figures. */
function Missing({ pinned }: { pinned: Exclude<Pinned, { standing: 'there' }> }) {
  const { t } = useTranslation(['how', 'common', 'unknown'])
  const reasonOf = useUnknownReason()
  switch (pinned.standing) {
    case 'coming':
      return <span role="status">{t('compare.coming')}</span>
    case 'gone':
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
