import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { annualizedMark } from '#contract/responses/annualized.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { closeIcon } from '#app/ui/controls/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useAppState } from '#app/state/app-state.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { type TradeBlock, OrderWarning, preventKeyRepeat } from './order-warning.tsx'
import { OrderTerms } from './order-terms.tsx'
import { OrderFields, useOrderFields } from './order-fields.tsx'
import { soldLegText, shareLegText } from './leg-texts.ts'
import { TradeButton } from './trade-button.tsx'
import type { TradeControl } from './use-trade.ts'
import { fixLimit, releaseLimit } from '#app/state/order/limit-under-review.ts'
import type { ShownOrder } from '#app/state/order/use-order.ts'

/**
 * Review of the order, at the foot of the panel in place of the order line: the fields, the
 * resulting amounts with risk as prominent as reward, and Trade. The dialog is not modal, so that
 * the user can select another contract while it is open. Escape closes it. Loaded on first opening.
 */
export function Review({
  income,
  current,
  option,
  order,
  isForNextSession,
  heldShares,
  tradeBlock,
  control,
  onClose,
  children,
}: {
  income: Income
  /** The contract at the prices of now. */
  current: IncomeOption
  /** The contract and its order as displayed: after Trade as they were sent. */
  option: IncomeOption
  order: ShownOrder
  /** The order is for the next regular session. */
  isForNextSession: boolean
  heldShares: number | null
  tradeBlock: TradeBlock | undefined
  control: TradeControl
  onClose: () => void
  /** Notes about the tickets. */
  children: ReactNode
}) {
  const id = useId()
  const fields = useOrderFields(income.underlying, option, order)
  const isInvalid = fields.quantity.isInvalid || fields.limit.isInvalid
  const dialog = useRef<HTMLDialogElement>(null)
  // Focuses the dialog, because a key that is still held down would press a focused button.
  useEffect(() => dialog.current?.focus({ preventScroll: true }), [])
  useFixedLimit(income.underlying, current, control.sent !== undefined)
  return (
    // Key events bubble from the controls inside; the dialog itself is not interactive.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      open
      ref={dialog}
      tabIndex={-1}
      className="how-trade how-review"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <ReviewHead titleId={id} onClose={onClose} />
      <div className="how-review-body">
        <div className="how-review-part">
          <Legs income={income} option={option} order={order} isForNextSession={isForNextSession} />
          <OrderFields option={option} order={order} heldShares={heldShares} {...fields} />
        </div>
        <div className="how-review-part">
          <Outcome option={option} order={order} />
        </div>
      </div>
      <div className="how-review-foot">
        <OrderWarning tradeBlock={tradeBlock} order={order} id={`${id}-blocked`} />
        <TradeButton
          control={control}
          disabled={Boolean(tradeBlock) || isInvalid}
          describedBy={tradeBlock ? `${id}-blocked` : undefined}
        />
        {children}
      </div>
    </dialog>
  )
}

/**
 * Keeps the limit a number while the review is open, for each contract that it displays. The limit of an order that was
 * sent stays after the review is closed.
 */
function useFixedLimit(symbol: string, option: IncomeOption, isSent: boolean): void {
  const app = useAppState()
  const wasSent = useRef(isSent)
  useEffect(() => {
    wasSent.current = isSent
    fixLimit(app, symbol, option)
  })
  useEffect(
    () => () => {
      if (!wasSent.current) releaseLimit(app, symbol)
    },
    [app, symbol],
  )
}

function ReviewHead({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  const { t } = useTranslation(['ticket', 'common'])
  return (
    <div className="how-review-head">
      <h4 id={titleId}>{t('title')}</h4>
      <Button
        kind="icon"
        aria-label={t('common:close')}
        data-action="close"
        onKeyDown={preventKeyRepeat}
        onClick={onClose}
      >
        <Icon path={closeIcon} />
      </Button>
    </div>
  )
}

/** The legs of the order as text. */
function Legs({
  income,
  option,
  order: { choice, totals, context },
  isForNextSession,
}: {
  income: Income
  option: IncomeOption
  order: ShownOrder
  isForNextSession: boolean
}) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const { expiryDate: expiry, strike, legType } = option
  const { contracts: quantity, price } = choice
  return (
    <p className="how-legs">
      <bdi>{soldLegText(t, format, income.underlying, { quantity, expiry, strike, legType, price })}</bdi>
      {totals.shareCost > 0 && (
        <bdi>
          {shareLegText(t, format, {
            quantity: totals.boughtShares,
            symbol: income.underlying,
            price: context.stockPrice,
          })}
        </bdi>
      )}
      <OrderTerms isForNextSession={isForNextSession} />
    </p>
  )
}

/** Cash flow, returns, break-even, maximum reward and maximum risk of the order at its limit. */
function Outcome({
  option,
  order: { orderedOption, totals, isUncovered },
}: {
  option: IncomeOption
  order: ShownOrder
}) {
  const { t } = useTranslation(['ticket', 'how'])
  const format = useFormat()
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const isCall = option.legType === 'Call'
  const footnoteMark = annualizedMark(option.daysUntilExpiry)
  const rows: [string, string][] = [
    totals.net > 0 ? [t('debit'), format.money(totals.net)] : [t('credit'), format.money(-totals.net)],
    [t(isCall ? 'assigned' : 'setAside'), format.money(totals.assignment)],
  ]
  // The figures of a covered call do not apply to an order that sells uncovered calls.
  if (!isUncovered) {
    rows.push([t('how:figure.return'), format.percent(orderedOption.return)])
    if (!hidesAnnualized)
      rows.push([
        `${t('how:figure.annualized')}${footnoteMark}`,
        format.percent(orderedOption.annualizedReturn, 1),
      ])
    rows.push([t('how:figure.breakeven'), format.money(orderedOption.breakeven)])
    rows.push(
      [t('maxReward'), format.money(orderedOption.maxReward)],
      [t('maxRisk'), format.money(orderedOption.maxRisk)],
    )
  }
  return (
    <>
      <dl className="how-outcome">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="how-footnote">
        {t('assignment')} {!isCall && t('margin')}
      </p>
      {footnoteMark && !hidesAnnualized && !isUncovered && (
        <p className="how-footnote">{t('how:annualizedNote')}</p>
      )}
    </>
  )
}
