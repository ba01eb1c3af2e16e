import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { annualizedMark } from '#contract/responses/annualized.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useAnnualizedHidden } from '#app/panels/how/annualized.ts'
import { type Blocked, Caution, pressOnce } from './caution.tsx'
import { OrderFields, useOrderFields } from './order-fields.tsx'
import { optionWords, shareWords } from './order-words.ts'
import type { ShownOrder } from './use-order.ts'

const closeIcon = 'M4 4l8 8M12 4l-8 8'

/**
 * Review of the ticket that the page will receive, at the bottom of the panel in place of the order line: the fields,
 * the resulting amounts with risk as prominent as reward, and Trade. The dialog is not modal, so that the user can
 * select another contract while the order stays open. Escape closes it. Loaded on first opening.
 */
export function Review({
  income,
  option,
  order,
  heldShares,
  blocked,
  isWaiting,
  onTrade,
  onClose,
  children,
}: {
  income: Income
  option: IncomeOption
  order: ShownOrder
  heldShares: number | null
  blocked: Blocked | undefined
  /** The answer that the page has promised to the last ticket is pending. */
  isWaiting: boolean
  onTrade: (event: MouseEvent) => void
  onClose: () => void
  /** Notes about the tickets. */
  children: ReactNode
}) {
  const { t } = useTranslation('ticket')
  const id = useId()
  const fields = useOrderFields(income.underlying, option, order)
  const isInvalid = fields.quantity.isInvalid || fields.limit.isInvalid
  const dialog = useFocusInView()
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
        <Legs income={income} option={option} order={order} />
        <OrderFields option={option} order={order} heldShares={heldShares} {...fields} />
        <Outcome option={option} order={order} />
      </div>
      <div className="how-review-foot">
        <Caution blocked={blocked} order={order} id={`${id}-blocked`} />
        <Button
          kind="primary"
          data-action="trade"
          disabled={Boolean(blocked) || isInvalid}
          // Only `aria-disabled`, because `disabled` would lose the focus. `useTrade` ignores clicks meanwhile.
          aria-disabled={isWaiting || undefined}
          aria-describedby={blocked ? `${id}-blocked` : undefined}
          onClick={onTrade}
          onKeyDown={pressOnce}
        >
          {t('trade')}
        </Button>
        {children}
      </div>
    </dialog>
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
        onKeyDown={pressOnce}
        onClick={onClose}
      >
        <Icon path={closeIcon} />
      </Button>
    </div>
  )
}

/**
 * Focuses the review and scrolls it into view. Limits its height to the scroll container, so that its last row with
 * Trade is always visible.
 */
function useFocusInView(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    // Focuses the dialog instead of a button, which a key that is still held down would press.
    element?.focus({ preventScroll: true })
    const scroller = element?.closest<HTMLElement>('.panel-body')
    if (!element || !scroller || document.documentElement.hasAttribute('data-auto-height')) return undefined
    const fit = () => {
      element.style.maxBlockSize = `${scroller.clientHeight}px`
    }
    fit()
    // Sticky positioning does not move the review above the start of its card, so it may need scrolling.
    const hidden = element.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom
    if (hidden > 0) scroller.scrollBy({ top: hidden })
    const observer = new ResizeObserver(fit)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [])
  return dialog
}

/** The legs of the order as text. */
function Legs({
  income,
  option,
  order: { choice, totals, context },
}: {
  income: Income
  option: IncomeOption
  order: ShownOrder
}) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const { expiryDate: expiry, strike, legType } = option
  const { contracts: quantity, price } = choice
  return (
    <p className="how-legs">
      <bdi>{optionWords(t, format, { quantity, expiry, strike, legType, price })}</bdi>
      {totals.shareCost > 0 && (
        <bdi>
          {shareWords(t, format, {
            quantity: totals.boughtShares,
            symbol: income.underlying,
            price: context.stockPrice,
          })}
        </bdi>
      )}
    </p>
  )
}

/** Cash flow, margin, maximum gain and loss of the order at its limit. */
function Outcome({
  option,
  order: { ordered, totals, uncovered },
}: {
  option: IncomeOption
  order: ShownOrder
}) {
  const { t } = useTranslation(['ticket', 'how'])
  const format = useFormat()
  const hidden = useAnnualizedHidden()
  const isCall = option.legType === 'Call'
  const mark = annualizedMark(option.daysUntilExpiry)
  const rows: [string, string][] = [
    totals.net > 0 ? [t('debit'), format.money(totals.net)] : [t('credit'), format.money(-totals.net)],
    [t(isCall ? 'assigned' : 'setAside'), format.money(totals.assignment)],
  ]
  // Omitted for uncovered calls, to which the figures of a covered call do not apply.
  if (!uncovered) {
    rows.push([t('how:figure.return'), format.percent(ordered.return)])
    if (!hidden)
      rows.push([`${t('how:figure.annualized')}${mark}`, format.percent(ordered.annualizedReturn, 1)])
    rows.push([t('how:figure.breakeven'), format.money(totals.breakeven)])
    rows.push([t('maxReward'), format.money(totals.maxReward)], [t('maxRisk'), format.money(totals.maxRisk)])
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
      {mark && !hidden && !uncovered && <p className="how-footnote">{t('how:annualizedNote')}</p>}
    </>
  )
}
