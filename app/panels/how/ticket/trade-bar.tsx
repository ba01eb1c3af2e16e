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
import { endReviewRequest, useReviewRequest } from '#app/state/order/review-request.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { type Blocked, Caution, pressOnce } from './caution.tsx'
import { TicketNotes } from './ticket-notes.tsx'
import { buildTicket, markTicket, pricesOf } from './ticket.ts'
import type { ShownOrder } from './use-order.ts'
import { useTrade } from './use-trade.ts'

/**
 * The order in one line at the bottom of the panel, which Review replaces by the ticket. See `useTrade` for the clicks
 * that count.
 */
export function TradeBar({
  income,
  option,
  order,
  heldShares,
  blocked,
  onTrade,
}: {
  income: Income
  option: IncomeOption
  order: ShownOrder
  heldShares: number | null
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const { t } = useTranslation('ticket')
  const { open, reviewModule, review, close, button } = useReview(option.id, !blocked?.passing)
  const build = useTicketBuilder(income, option, order)
  const { tickets, isWaiting, onClick } = useTrade(
    'opening',
    orderKeyOf(option, order),
    Boolean(blocked),
    build,
    onTrade,
  )
  const notes = <TicketNotes tickets={tickets} />
  const loaded = open ? reviewModule.data : undefined
  if (loaded)
    return (
      <loaded.Review
        income={income}
        option={option}
        order={order}
        heldShares={heldShares}
        blocked={blocked}
        isWaiting={isWaiting}
        onTrade={onClick}
        onClose={close}
      >
        {notes}
      </loaded.Review>
    )
  return (
    <div className="how-trade">
      {open && reviewModule.errorUpdateCount > 0 && (
        <Failure
          problem={problemOf(reviewModule.error)}
          title={t('title')}
          busy={reviewModule.isFetching}
          onRetry={() => void reviewModule.refetch()}
        />
      )}
      <Caution blocked={blocked?.passing ? undefined : blocked} order={order} />
      <div className="how-bar">
        <OrderLine order={order} />
        <Button
          kind="primary"
          data-action="review"
          ref={button}
          aria-haspopup="dialog"
          onKeyDown={pressOnce}
          onClick={review}
        >
          {t('review')}
        </Button>
      </div>
      {notes}
    </div>
  )
}

/** Identifies the order on screen. */
const orderKeyOf = ({ id }: IncomeOption, { choice, chosen, totals }: ShownOrder): string =>
  [id, choice.contracts, JSON.stringify(chosen.price), totals.boughtShares].join(' ')

/** Returns a function that builds the ticket of the displayed order. */
function useTicketBuilder(income: Income, option: IncomeOption, order: ShownOrder): () => TradeTicket {
  const { market } = useMarket()
  const { choice, context, totals, quote } = order
  return () => {
    const prices = pricesOf(income, market, totals.boughtShares > 0 ? { quote } : undefined)
    return buildTicket(income.underlying, option, choice, context, markTicket(prices))
  }
}

/** Contracts, limit, and the credit or debit of the order. */
function OrderLine({ order: { choice, totals } }: { order: ShownOrder }) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (
    <dl className="how-line">
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
  )
}

/**
 * State of the review, which loads on first opening; when it closes the focus returns to its button. A review request
 * for this contract opens it once its figures are loaded.
 */
function useReview(contract: string, isReady: boolean) {
  const app = useAppState()
  const [open, setOpen] = useState(false)
  const isRequested = useReviewRequest((request) => request.contract === contract) && isReady
  if (isRequested && !open) setOpen(true)
  useEffect(() => {
    if (isRequested) endReviewRequest(app)
  }, [app, isRequested])
  const reviewModule = useLazyModule('how/review', () => import('./review.tsx'), open)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus({ preventScroll: true })
    wasOpen.current = open
  }, [open])
  return { open, reviewModule, button, review: () => setOpen(true), close: () => setOpen(false) }
}
