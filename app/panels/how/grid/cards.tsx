import { type ReactNode, useEffect, useRef } from 'react'
import { useAppState } from '#app/state/app-state.ts'
import { clearReviewRequest, useReviewRequest } from '#app/state/order/review-request.ts'
import { useEarlyClicks } from './use-early-clicks.ts'

/**
 * Container of the cards. A review request for the displayed contract focuses the container, which
 * scrolls it into view, and is cleared, unless the trade bar has executed the request and focused
 * the review.
 */
export function Cards({
  displayedId,
  replaceChain,
  children,
}: {
  displayedId: string | undefined
  /** Whether a panel that is too narrow for both shows the cards instead of the chain. */
  replaceChain: boolean
  children: ReactNode
}) {
  const app = useAppState()
  const cards = useRef<HTMLDivElement>(null)
  useEarlyClicks(cards)
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
    <div ref={cards} className={replaceChain ? 'how-cards how-cards-first' : 'how-cards'} tabIndex={-1}>
      {children}
    </div>
  )
}
