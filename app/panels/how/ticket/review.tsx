import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
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
 * The ticket as the page will be given it, at the bottom of the panel in place of the order's line: what may be chosen, what
 * follows from it, risk as large as reward, and the button that asks for that. It is no modal dialog: the grid stays in reach, and the
 * order goes along from one contract to the next. Escape closes it. Loaded when it is first opened.
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
  /** The page has promised an answer to the last ticket. */
  isWaiting: boolean
  onTrade: (event: MouseEvent) => void
  onClose: () => void
  /** What became of the tickets. */
  children: ReactNode
}) {
  const { t } = useTranslation(['ticket', 'common', 'how'])
  const id = useId()
  const fields = useOrderFields(income.underlying, option, order)
  const isWrong = fields.quantity.isWrong || fields.limit.isWrong
  const box = useInSight()
  return (
    // What is typed and pressed inside bubbles here; the dialog itself is pressed by nobody.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      open
      ref={box}
      tabIndex={-1}
      className="how-trade how-review"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="how-review-head">
        <h4 id={id}>{t('title')}</h4>
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
          disabled={Boolean(blocked) || isWrong}
          // Not disabled, which would take the focus away; nobody orders twice for want of an answer.
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

/**
 * The ticket takes the focus, and is brought into sight: no higher than what it lies in, where that scrolls, so that its last row,
 * Trade, is always there.
 */
function useInSight(): RefObject<HTMLDialogElement | null> {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = box.current
    // Not on a button: a key that is still held down would press it.
    element?.focus({ preventScroll: true })
    const place = element?.closest<HTMLElement>('.panel-body')
    if (!element || !place || document.documentElement.hasAttribute('data-auto-height')) return undefined
    const fit = () => {
      element.style.maxBlockSize = `${place.clientHeight}px`
    }
    fit()
    // It sticks to the place's bottom, but no higher than its card begins.
    const hidden = element.getBoundingClientRect().bottom - place.getBoundingClientRect().bottom
    if (hidden > 0) place.scrollBy({ top: hidden })
    const sized = new ResizeObserver(fit)
    sized.observe(place)
    return () => sized.disconnect()
  }, [])
  return box
}

/** The order in words. */
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

/** What the order pays, ties up and may gain and lose at its price. */
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
  const call = option.legType === 'Call'
  const mark = annualizedMark(option.daysUntilExpiry)
  const figures: [string, string][] = [
    totals.net > 0 ? [t('debit'), format.money(totals.net)] : [t('credit'), format.money(-totals.net)],
    [t(call ? 'assigned' : 'setAside'), format.money(totals.assignment)],
  ]
  // The figures of a covered call are not an uncovered one's: they are left out.
  if (!uncovered) {
    figures.push([t('how:figure.return'), format.percent(ordered.return)])
    if (!hidden)
      figures.push([`${t('how:figure.annualized')}${mark}`, format.percent(ordered.annualizedReturn, 1)])
    figures.push([t('how:figure.breakeven'), format.money(totals.breakeven)])
    figures.push(
      [t('maxReward'), format.money(totals.maxReward)],
      [t('maxRisk'), format.money(totals.maxRisk)],
    )
  }
  return (
    <>
      <dl className="how-outcome">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="how-footnote">
        {t('assignment')} {!call && t('margin')}
      </p>
      {mark && !hidden && !uncovered && <p className="how-footnote">{t('how:annualizedNote')}</p>}
    </>
  )
}
