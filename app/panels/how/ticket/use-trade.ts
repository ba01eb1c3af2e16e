/** Trade by the user's own click, of an order that opens something and of one that closes something. */
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { useAppState } from '#app/state/app-state.ts'
import { askFor, putAway, type TicketInView, useTicketsInView } from '#app/state/order/tickets.ts'
import { pressOnce } from './caution.tsx'

/** Clicks that come this soon after the one that asked for the ticket belong to it. */
const oneClickMs = 1000

/**
 * @param kind what becomes of tickets is told beside the orders of their own kind
 * @param order says which order it is: what was said of another is put away
 * @param isBlocked nothing is asked for
 * @param build makes the ticket, at the click
 */
export function useTrade(
  kind: 'opening' | 'closing',
  order: string,
  isBlocked: boolean,
  build: () => TradeTicket,
  onTrade: (ticket: TradeTicket) => void,
): {
  tickets: TicketInView[]
  /** A promised answer is still to come. */
  isWaiting: boolean
  onClick: (event: MouseEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
} {
  const app = useAppState()
  const tickets = useTicketsInView(kind === 'closing')
  const askedAt = useRef(-Infinity)
  const isWaiting = tickets.some(({ standing }) => standing === 'waiting')
  const seen = useRef(tickets)
  useEffect(() => {
    seen.current = tickets
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `order` says when the user goes on to another
  useEffect(() => () => putAway(app, seen.current), [app, order])
  return {
    tickets,
    isWaiting,
    onClick(event) {
      // Only a real click of the user; a double click counts once.
      if (isBlocked || isWaiting || !event.nativeEvent.isTrusted || event.detail > 1) return
      if (event.timeStamp - askedAt.current < oneClickMs) return
      askedAt.current = event.timeStamp
      putAway(app, tickets)
      askFor(app, build(), onTrade)
    },
    // And so does a key that is held down.
    onKeyDown: pressOnce,
  }
}
