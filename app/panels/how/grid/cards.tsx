import { type ReactNode, useEffect, useRef } from 'react'
import { useAppState } from '#app/state/app-state.ts'
import { endReviewRequest, useReviewRequest } from '#app/state/order/review-request.ts'

/**
 * Container of the cards. A review request for the `shown` contract moves the focus here once, which scrolls the
 * cards into view, unless the order has already handled the request.
 */
export function Cards({ shown, children }: { shown: string | undefined; children: ReactNode }) {
  const app = useAppState()
  const cards = useRef<HTMLDivElement>(null)
  const requested = useReviewRequest((request) => request.contract)
  useEffect(() => {
    if (
      shown === undefined ||
      requested !== shown ||
      useReviewRequest.of(app).getState().contract !== requested
    )
      return
    endReviewRequest(app)
    cards.current?.focus()
  }, [app, requested, shown])
  return (
    <div ref={cards} className="how-cards" tabIndex={-1}>
      {children}
    </div>
  )
}
