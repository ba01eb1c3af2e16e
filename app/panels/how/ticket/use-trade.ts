/** Handler of the Trade button of opening and closing orders: creates and sends the ticket. */
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { useAppState } from '#app/state/app-state.ts'
import {
  sendTicket,
  dismissTickets,
  type DisplayedTicket,
  useDisplayedTickets,
  useSentTicket,
} from '#app/state/order/tickets.ts'
import { preventKeyRepeat } from './order-warning.tsx'

/** Milliseconds after a click in which further clicks are ignored. */
const repeatClickMs = 1000

/** State and handlers of a Trade button. */
export type TradeControl = {
  /** The ticket of the displayed order if it was sent; undefined while the user confirms to send it again. */
  sent: Omit<DisplayedTicket, 'response'> | undefined
  /** The ticket that the user wants to send again. */
  repeated: Omit<DisplayedTicket, 'response'> | undefined
  /** A response that the page has promised is pending. */
  isWaiting: boolean
  onClick: (event: MouseEvent) => void
  /** Asks to send the same order again: the next click on Trade sends it. */
  onAgain: (event: MouseEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Returns the control of a Trade button, the tickets to show notes about, and what to display. An order that was sent is
 * displayed as it was sent, and is sent again only after the user has asked for it.
 *
 * @param kind kind of the orders whose tickets are returned
 * @param orderKey identifies the order of this kind; if it changes, the notes are dismissed
 * @param isBlocked whether clicks are ignored
 * @param current the order at the prices of now
 * @param build creates the ticket; called on click
 * @param onTrade sends the ticket to the page
 */
export function useTrade<Displayed>(
  kind: 'opening' | 'closing',
  orderKey: string,
  isBlocked: boolean,
  current: Displayed,
  build: () => TradeTicket,
  onTrade: (ticket: TradeTicket) => void,
): { tickets: DisplayedTicket[]; control: TradeControl; displayed: Displayed } {
  const app = useAppState()
  const tickets = useDisplayedTickets(kind === 'closing')
  const lastClickMs = useRef(-Infinity)
  const last = useSentTicket(orderKey)
  const [repeatedKey, setRepeatedKey] = useState<string | null>(null)
  const isRepeated = repeatedKey === orderKey
  const sent = isRepeated ? undefined : last
  const isWaiting = tickets.some(({ status }) => status === 'waiting')
  const displayedTickets = useRef(tickets)
  useEffect(() => {
    displayedTickets.current = tickets
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `orderKey` changes with the displayed order
  useEffect(() => () => dismissTickets(app, displayedTickets.current), [app, orderKey])
  const control: TradeControl = {
    sent,
    repeated: isRepeated ? last : undefined,
    isWaiting,
    onClick(event) {
      // Requires a trusted click, so that scripts cannot trade. `detail` is 2 for the second click of a double click.
      if (isBlocked || isWaiting || sent || !event.nativeEvent.isTrusted || event.detail > 1) return
      if (event.timeStamp - lastClickMs.current < repeatClickMs) return
      lastClickMs.current = event.timeStamp
      setRepeatedKey(null)
      dismissTickets(app, tickets)
      sendTicket(app, { ticket: build(), orderKey, displayed: current }, onTrade)
    },
    onAgain(event) {
      lastClickMs.current = event.timeStamp
      setRepeatedKey(orderKey)
    },
    onKeyDown: preventKeyRepeat,
  }
  // Orders with the same key are of the same kind, so they display the same type.
  return { tickets, control, displayed: sent ? (sent.displayed as Displayed) : current }
}
