import { type ReactNode, useEffect, useRef } from 'react'
import { useAppState } from '#app/state/app-state.ts'
import { endReviewRequest, useReviewRequest } from '#app/state/order/review-request.ts'

/**
 * The cards. Somebody who wants to sell the contract that is `shown` and was elsewhere is brought here, once: the focus goes
 * to the cards, unless the order has taken the request before.
 */
export function Cards({ shown, children }: { shown: string | undefined; children: ReactNode }) {
  const app = useAppState()
  const cards = useRef<HTMLDivElement>(null)
  const wanted = useReviewRequest((request) => request.contract)
  useEffect(() => {
    if (shown === undefined || wanted !== shown || useReviewRequest.of(app).getState().contract !== wanted)
      return
    endReviewRequest(app)
    cards.current?.focus()
  }, [app, wanted, shown])
  return (
    <div ref={cards} className="how-cards" tabIndex={-1}>
      {children}
    </div>
  )
}
