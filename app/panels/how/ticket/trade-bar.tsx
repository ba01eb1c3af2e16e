import './order.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useMarket } from '#app/state/live.ts'
import { resetOrder } from '#app/state/order/order.ts'
import { useDisplayedRolls } from '#app/state/order/roll-order.ts'
import { clearReviewRequest, useReviewRequest } from '#app/state/order/review-request.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { useContractName } from '#app/panels/how/contract-name.ts'
import { InFoot } from '#app/panels/how/foot.tsx'
import { type TradeBlock, OrderWarning, preventKeyRepeat } from './order-warning.tsx'
import { useIsForNextSession } from './order-terms.tsx'
import { TicketNotes } from './ticket-notes.tsx'
import { buildTicket, createTicketMetadata, dataOriginOf } from './ticket.ts'
import type { ShownOrder } from '#app/state/order/use-order.ts'
import { useTrade } from './use-trade.ts'

/**
 * The order in one line at the foot of the panel, with the Review button, which replaces the line
 * by the review. See `useTrade` for the clicks that are ignored.
 */
export function TradeBar({
  income,
  option,
  order,
  heldShares,
  tradeBlock,
  onTrade,
}: {
  income: Income
  option: IncomeOption
  order: ShownOrder
  heldShares: number | null
  tradeBlock: TradeBlock | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const { t } = useTranslation('ticket')
  const nameOf = useContractName()
  const { isOpen, reviewModule, openReview, closeReview, reviewButton } = useReview(
    option.id,
    !tradeBlock?.isTemporary,
  )
  const build = useTicketBuilder(income, option, order)
  const { tickets, control, displayed } = useTrade(
    'opening',
    orderKeyOf(option, order),
    Boolean(tradeBlock),
    { option, order, isForNextSession: useIsForNextSession() },
    build,
    onTrade,
  )
  useEndOfSentOrder(control.sent !== undefined, [income.underlying, option.id, heldShares].join(' '))
  const notes = <TicketNotes tickets={tickets} />
  const loadedModule = isOpen ? reviewModule.data : undefined
  const hasGivenWay = useHasGivenWay()
  if (loadedModule)
    return (
      <InFoot row="order">
        <loadedModule.Review
          income={income}
          current={option}
          {...displayed}
          heldShares={heldShares}
          tradeBlock={tradeBlock}
          control={control}
          onClose={closeReview}
        >
          {notes}
        </loadedModule.Review>
      </InFoot>
    )
  if (hasGivenWay && !isOpen)
    return <InFoot row="order">{tickets.length > 0 && <div className="how-trade">{notes}</div>}</InFoot>
  return (
    <InFoot row="order">
      <div className="how-trade">
        {isOpen && reviewModule.errorUpdateCount > 0 && (
          <Failure
            problem={problemOf(reviewModule.error)}
            title={t('title')}
            busy={reviewModule.isFetching}
            onRetry={() => void reviewModule.refetch()}
          />
        )}
        <OrderWarning
          tradeBlock={tradeBlock?.isTemporary || tradeBlock?.isStatedElsewhere ? undefined : tradeBlock}
          order={displayed.order}
        />
        <div className="how-bar">
          <OrderLine name={nameOf(income.underlying, option.id)} order={displayed.order} />
          <Button
            kind="primary"
            data-action="review"
            ref={reviewButton}
            aria-haspopup="dialog"
            onKeyDown={preventKeyRepeat}
            onClick={openReview}
          >
            {t('review')}
          </Button>
        </div>
        {notes}
      </div>
    </InFoot>
  )
}

/** Returns whether the order gives way to the rolls of an open option, which have the panel's primary action. */
function useHasGivenWay(): boolean {
  const { openId, contract: contractBefore } = useDisplayedRolls()
  const contract = useView((view) => view.contract)
  return openId !== null && contract === contractBefore
}

/**
 * Resets the order after it was sent, when the user turns to something else, so that its quantity and limit do not become
 * those of another order.
 *
 * @param subject key of the contract and the shares that the order was for
 */
function useEndOfSentOrder(isSent: boolean, subject: string): void {
  const app = useAppState()
  const wasSent = useRef(isSent)
  useEffect(() => {
    wasSent.current = isSent
  })
  useEffect(
    () => () => {
      if (wasSent.current) resetOrder(app)
    },
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `subject` ends the order
    [app, subject],
  )
}

/** Returns a key that changes with the displayed order. A limit that follows the bid is no order yet. */
const orderKeyOf = ({ id }: IncomeOption, { choice, storedOrder: { price }, totals }: ShownOrder): string =>
  [id, choice.contracts, 'follows' in price ? price.follows : choice.price, totals.boughtShares].join(' ')

/** Returns a function that builds the ticket of the displayed order. */
function useTicketBuilder(income: Income, option: IncomeOption, order: ShownOrder): () => TradeTicket {
  const { market } = useMarket()
  const { choice, context, totals, quote } = order
  return () => {
    const dataOrigin = dataOriginOf(income, market, totals.boughtShares > 0 ? { quote } : undefined)
    return buildTicket(income.underlying, option, choice, context, createTicketMetadata(dataOrigin))
  }
}

/** The contract, the number of contracts, the limit, and the credit or debit of the order. */
function OrderLine({ name, order: { choice, totals } }: { name: string; order: ShownOrder }) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (
    <div className="how-line">
      <p>
        <bdi>{name}</bdi>
      </p>
      <dl>
        <div>
          <dt>{t('line')}</dt>
          <dd>
            <bdi dir="ltr">
              {format.whole(choice.contracts)} × {format.money(choice.price)}
            </bdi>
          </dd>
        </div>
        <div>
          <dt>{t(totals.net > 0 ? 'debit' : 'credit')}</dt>
          <dd>{format.money(Math.abs(totals.net))}</dd>
        </div>
      </dl>
    </div>
  )
}

/**
 * Returns the state of the review, whose code is loaded on first opening. When the review closes,
 * the Review button gets the focus. A review request for this contract opens the review.
 *
 * @param contract OSI symbol of the displayed contract
 * @param isReady the figures of the contract are loaded; a review request waits for them
 */
function useReview(contract: string, isReady: boolean) {
  const app = useAppState()
  const [isOpen, setIsOpen] = useState(false)
  const isRequested = useReviewRequest((request) => request.contract === contract) && isReady
  if (isRequested && !isOpen) setIsOpen(true)
  useEffect(() => {
    if (isRequested) clearReviewRequest(app)
  }, [app, isRequested])
  const reviewModule = useLazyModule('how/review', () => import('./review.tsx'), isOpen)
  const reviewButton = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) reviewButton.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return {
    isOpen,
    reviewModule,
    reviewButton,
    openReview: () => setIsOpen(true),
    closeReview: () => setIsOpen(false),
  }
}
