import './order.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
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
 * The order in one line at the panel's bottom. Review puts the ticket in its place, whose Trade asks for it: only a real click
 * of the user counts; a double click counts once, and so does a key that is held down.
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
  const { frame } = useMarket()
  const { open, reviewing, review, close, button } = useReview(option.id, !blocked?.passing)
  const { choice, chosen, context, totals, quote } = order
  const what = [option.id, choice.contracts, JSON.stringify(chosen.price), totals.boughtShares].join(' ')
  const build = () => {
    const prices = pricesOf(income, frame, totals.boughtShares > 0 ? { quote } : undefined)
    return buildTicket(income.underlying, option, choice, context, markTicket(prices))
  }
  const { tickets, isWaiting, onClick } = useTrade('opening', what, Boolean(blocked), build, onTrade)
  const notes = <TicketNotes tickets={tickets} />
  const loaded = open ? reviewing.data : undefined
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
      {open && reviewing.errorUpdateCount > 0 && (
        <Failure
          problem={problemOf(reviewing.error)}
          title={t('title')}
          busy={reviewing.isFetching}
          onRetry={() => void reviewing.refetch()}
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

/** Contracts, price, and what the order pays or costs. */
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
 * The review is loaded when it is first opened; when it is closed the focus is at the button again that opened it. Somebody who
 * was elsewhere and asked to sell this contract finds it open, once its figures are there.
 */
function useReview(contract: string, isReady: boolean) {
  const app = useAppState()
  const [open, setOpen] = useState(false)
  const isWanted = useReviewRequest((request) => request.contract === contract) && isReady
  if (isWanted && !open) setOpen(true)
  useEffect(() => {
    if (isWanted) endReviewRequest(app)
  }, [app, isWanted])
  const reviewing = useLazyModule('how/review', () => import('./review.tsx'), open)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus({ preventScroll: true })
    wasOpen.current = open
  }, [open])
  return { open, reviewing, button, review: () => setOpen(true), close: () => setOpen(false) }
}
