import { type ReactNode, useEffect, useRef } from 'react'
import { useAppState } from '#app/state/app-state.ts'
import { endReviewRequest, useReviewRequest } from '#app/state/order/review-request.ts'

/**
 * Container of the cards. A review request for the displayed contract moves the focus here once, which scrolls the
 * cards into view, unless the order has already handled the request.
 */
export function Cards({ displayedId, children }: { displayedId: string | undefined; children: ReactNode }) {
  const app = useAppState()
  const cards = useRef<HTMLDivElement>(null)
  const requested = useReviewRequest((request) => request.contract)
  useEffect(() => {
    if (
      displayedId === undefined ||
      requested !== displayedId ||
      useReviewRequest.of(app).getState().contract !== requested
    )
      return
    endReviewRequest(app)
    cards.current?.focus()
  }, [app, requested, displayedId])
  return (
    <div ref={cards} className="how-cards" tabIndex={-1}>
      {children}
    </div>
  )
}
