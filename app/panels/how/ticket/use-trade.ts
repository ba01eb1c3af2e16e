/** Handler of the Trade button of opening and closing orders: creates and sends the ticket. */
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { useAppState } from '#app/state/app-state.ts'
import {
  sendTicket,
  dismissTickets,
  type DisplayedTicket,
  useDisplayedTickets,
} from '#app/state/order/tickets.ts'
import { preventKeyRepeat } from './order-warning.tsx'

/** Milliseconds after a click in which further clicks are ignored. */
const repeatClickMs = 1000

/**
 * Returns the handlers of a Trade button, and the tickets to show notes about.
 *
 * @param kind kind of the orders whose tickets are returned
 * @param orderKey identifies the displayed order; if it changes, the notes are dismissed
 * @param isBlocked whether clicks are ignored
 * @param build creates the ticket; called on click
 * @param onTrade sends the ticket to the page
 */
export function useTrade(
  kind: 'opening' | 'closing',
  orderKey: string,
  isBlocked: boolean,
  build: () => TradeTicket,
  onTrade: (ticket: TradeTicket) => void,
): {
  tickets: DisplayedTicket[]
  /** A response that the page has promised is pending. */
  isWaiting: boolean
  onClick: (event: MouseEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
} {
  const app = useAppState()
  const tickets = useDisplayedTickets(kind === 'closing')
  const lastClickMs = useRef(-Infinity)
  const isWaiting = tickets.some(({ status }) => status === 'waiting')
  const displayed = useRef(tickets)
  useEffect(() => {
    displayed.current = tickets
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `orderKey` changes with the displayed order
  useEffect(() => () => dismissTickets(app, displayed.current), [app, orderKey])
  return {
    tickets,
    isWaiting,
    onClick(event) {
      // Requires a trusted click, so that scripts cannot trade. `detail` is 2 for the second click of a double click.
      if (isBlocked || isWaiting || !event.nativeEvent.isTrusted || event.detail > 1) return
      if (event.timeStamp - lastClickMs.current < repeatClickMs) return
      lastClickMs.current = event.timeStamp
      dismissTickets(app, tickets)
      sendTicket(app, build(), onTrade)
    },
    onKeyDown: preventKeyRepeat,
  }
}
