/** Creates the ticket when the user clicks Trade, for opening and closing orders. */
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { useAppState } from '#app/state/app-state.ts'
import {
  sendTicket,
  dismissTickets,
  type DisplayedTicket,
  useDisplayedTickets,
} from '#app/state/order/tickets.ts'
import { pressOnce } from './caution.tsx'

/** Milliseconds after a click in which further clicks are ignored. */
const repeatClickMs = 1000

/**
 * @param kind selects the tickets whose notes are returned
 * @param order identifies the displayed order; when it changes, notes are dismissed
 * @param isBlocked ignores clicks
 * @param build creates the ticket on click
 */
export function useTrade(
  kind: 'opening' | 'closing',
  order: string,
  isBlocked: boolean,
  build: () => TradeTicket,
  onTrade: (ticket: TradeTicket) => void,
): {
  tickets: DisplayedTicket[]
  /** The answer that the page has promised is pending. */
  isWaiting: boolean
  onClick: (event: MouseEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
} {
  const app = useAppState()
  const tickets = useDisplayedTickets(kind === 'closing')
  const clickedAt = useRef(-Infinity)
  const isWaiting = tickets.some(({ status }) => status === 'waiting')
  const displayed = useRef(tickets)
  useEffect(() => {
    displayed.current = tickets
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `order` changes with the order on screen
  useEffect(() => () => dismissTickets(app, displayed.current), [app, order])
  return {
    tickets,
    isWaiting,
    onClick(event) {
      // Requires a trusted click, so that scripts cannot trade; ignores the second click of a double click.
      if (isBlocked || isWaiting || !event.nativeEvent.isTrusted || event.detail > 1) return
      if (event.timeStamp - clickedAt.current < repeatClickMs) return
      clickedAt.current = event.timeStamp
      dismissTickets(app, tickets)
      sendTicket(app, build(), onTrade)
    },
    onKeyDown: pressOnce,
  }
}
