/**
 * The tickets that the user has created with the Trade button, and their status. Lost when the app
 * ends.
 */
import type { TicketReceived, TradeTicket } from '#contract/bridge/ticket.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'
import { type Host, useHost } from '#app/state/host.ts'
import { useTicketResponses } from './ticket-responses.ts'

/**
 * Status of a ticket. The widget never knows whether the page places an order.
 *
 * - `unheard`: the page has no listener for tickets; nothing was sent
 * - `handed`: the ticket was sent to a page that does not promise responses
 * - `waiting`: the ticket was sent to a page that promises a response (option
 *   `acknowledgesTickets`)
 * - `received`, `refused`: the page has responded, with or without a promise
 * - `unanswered`: the promised response is overdue; it may still arrive
 */
export type TicketStatus = 'unheard' | 'handed' | 'waiting' | 'received' | 'refused' | 'unanswered'

export type RequestedTicket = {
  ticket: TradeTicket
  /** Identifies the order: the same order has the same key. */
  orderKey: string
  /** The content of the review when the ticket was sent; its type depends on the kind of the order. */
  displayed: unknown
  /** The status until the page responds. */
  statusWithoutResponse: 'unheard' | 'handed' | 'waiting' | 'unanswered'
  /**
   * Set when the ticket is dismissed: its response at that time. A different response displays the
   * ticket again.
   */
  dismissed?: { response: TicketReceived | undefined }
}

/** Time limit of a promised response, milliseconds. */
export const responseTimeoutMs = 10_000

export const useTickets = defineState<{ tickets: readonly RequestedTicket[] }>({ tickets: [] })

export function statusOf(
  { statusWithoutResponse }: RequestedTicket,
  response: TicketReceived | undefined,
): TicketStatus {
  if (!response) return statusWithoutResponse
  return response.refusal === undefined ? 'received' : 'refused'
}

/**
 * Loader versions that may not report listeners: before 1.2, and the empty version of native apps.
 */
const versionsWithoutListenerReports = /^(1\.[01]\..*)?$/

/**
 * Returns whether the page listens for tickets; true if that is unknown, so that no ticket is lost.
 */
const listensForTickets = ({ subscribedEvents, loaderVersion }: Host): boolean =>
  subscribedEvents.has('TRADE_TICKET_EXECUTE') ||
  (subscribedEvents.size === 0 && versionsWithoutListenerReports.test(loaderVersion))

/** Sends a ticket to the page if the page listens, and adds it to the displayed tickets. */
export function sendTicket(
  app: AppState,
  { ticket, orderKey, displayed }: Pick<RequestedTicket, 'ticket' | 'orderKey' | 'displayed'>,
  send: (ticket: TradeTicket) => void,
): void {
  const host = useHost.of(app).getState()
  const isListening = listensForTickets(host)
  const statusWithoutResponse = !isListening
    ? 'unheard'
    : host.options?.acknowledgesTickets
      ? 'waiting'
      : 'handed'
  const { tickets } = useTickets.of(app).getState()
  // The ticket is stored before it is sent, because the page may respond synchronously.
  useTickets
    .of(app)
    .setState({ tickets: [...tickets, { ticket, orderKey, displayed, statusWithoutResponse }] })
  if (isListening) send(ticket)
}

/** Marks tickets as unanswered whose promised response has not arrived in time. */
export const expireTickets = (app: AppState, ids: readonly string[]): void =>
  useTickets.of(app).setState(({ tickets }) => ({
    tickets: tickets.map((item) =>
      ids.includes(item.ticket.ticketId) && item.statusWithoutResponse === 'waiting'
        ? { ...item, statusWithoutResponse: 'unanswered' as const }
        : item,
    ),
  }))

/** A displayed ticket with its status. */
export type DisplayedTicket = RequestedTicket & { status: TicketStatus; response: TicketReceived | undefined }

/** Returns the last ticket of an order that was sent to the page, dismissed or not. */
export function useSentTicket(orderKey: string): Omit<DisplayedTicket, 'response'> | undefined {
  const responses = useTicketResponses()
  const item = useTickets(({ tickets }) =>
    tickets.findLast((ticket) => ticket.orderKey === orderKey && ticket.statusWithoutResponse !== 'unheard'),
  )
  return item && { ...item, status: statusOf(item, responses[item.ticket.ticketId]) }
}

/** Returns whether a ticket closes or rolls a position: only such tickets buy an option. */
const isClosingTicket = ({ optionLegs }: TradeTicket) => optionLegs.some(({ quantity }) => quantity > 0)

/**
 * Returns the tickets to display, oldest first: those that close or roll a position, or those that
 * open one.
 */
export function useDisplayedTickets(isClosingOrder: boolean): DisplayedTicket[] {
  const responses = useTicketResponses()
  return useTickets(({ tickets }) => tickets).flatMap((item) => {
    if (isClosingTicket(item.ticket) !== isClosingOrder) return []
    const response = responses[item.ticket.ticketId]
    if (item.dismissed && item.dismissed.response === response) return []
    return [{ ...item, response, status: statusOf(item, response) }]
  })
}

/**
 * Dismisses the displayed tickets except those with a pending response. Called when the user starts
 * another order.
 */
export function dismissTickets(app: AppState, displayed: readonly DisplayedTicket[]): void {
  const responseByTicketId = new Map(
    displayed
      .filter(({ status }) => status !== 'waiting')
      .map(({ ticket, response }) => [ticket.ticketId, response]),
  )
  useTickets.of(app).setState(({ tickets }) => ({
    tickets: tickets.map((item) => {
      const { ticketId } = item.ticket
      return responseByTicketId.has(ticketId)
        ? { ...item, dismissed: { response: responseByTicketId.get(ticketId) } }
        : item
    }),
  }))
}
