import { type ReactNode, useEffect, useRef } from 'react'
import { useAppState } from '#app/state/app-state.ts'
import { clearReviewRequest, useReviewRequest } from '#app/state/order/review-request.ts'

/**
 * Container of the cards. A review request for the displayed contract focuses the container, which
 * scrolls it into view, and is cleared, unless the trade bar has executed the request and focused
 * the review.
 */
export function Cards({ displayedId, children }: { displayedId: string | undefined; children: ReactNode }) {
  const app = useAppState()
  const cards = useRef<HTMLDivElement>(null)
  const requestedId = useReviewRequest((request) => request.contract)
  useEffect(() => {
    if (
      displayedId === undefined ||
      requestedId !== displayedId ||
      useReviewRequest.of(app).getState().contract !== requestedId
    )
      return
    clearReviewRequest(app)
    cards.current?.focus()
  }, [app, requestedId, displayedId])
  return (
    <div ref={cards} className="how-cards" tabIndex={-1}>
      {children}
    </div>
  )
}
