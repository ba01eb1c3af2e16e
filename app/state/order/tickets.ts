/** The tickets that the user has created by pressing Trade, and their status. They are lost when the app ends. */
import type { TicketReceived, TradeTicket } from '#contract/bridge/ticket.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'
import { type Host, useHost } from '#app/state/host.ts'
import { useTicketResponses } from './ticket-responses.ts'

/**
 * Status of a ticket. The widget does not know whether an order follows.
 *
 * - `unheard`: the page has no listener for tickets; nothing was sent
 * - `handed`: the ticket was sent to a page that does not promise responses
 * - `waiting`: the ticket was sent to a page that promises a response (option `acknowledgesTickets`)
 * - `received`, `refused`: the page has responded, whether or not it promised to
 * - `unanswered`: the promised response is overdue; it may still arrive
 */
export type TicketStatus = 'unheard' | 'handed' | 'waiting' | 'received' | 'refused' | 'unanswered'

export type RequestedTicket = {
  ticket: TradeTicket
  /** The status until the page responds. */
  statusWithoutResponse: 'unheard' | 'handed' | 'waiting' | 'unanswered'
  /** Set when the user dismisses the ticket: its response at that time. A different response displays it again. */
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

/** Senders that do not report listeners: loaders before 1.2, and native apps, whose version is empty by default. */
const silentLoaderVersions = /^(1\.[01]\..*)?$/

/** Whether the page listens for tickets. True if unknown, so that no ticket is lost. */
const listensForTickets = ({ subscribedEvents, loader }: Host): boolean =>
  subscribedEvents.has('TRADE_TICKET_EXECUTE') ||
  (subscribedEvents.size === 0 && silentLoaderVersions.test(loader))

/** Sends a ticket to the page if the page listens, and adds it to the displayed tickets. */
export function sendTicket(app: AppState, ticket: TradeTicket, send: (ticket: TradeTicket) => void): void {
  const host = useHost.of(app).getState()
  const isListening = listensForTickets(host)
  const statusWithoutResponse = !isListening
    ? 'unheard'
    : host.options?.acknowledgesTickets
      ? 'waiting'
      : 'handed'
  const { tickets } = useTickets.of(app).getState()
  // Stored before it is sent: a page may respond synchronously.
  useTickets.of(app).setState({ tickets: [...tickets, { ticket, statusWithoutResponse }] })
  if (isListening) send(ticket)
}

/** Marks tickets whose promised response has not arrived in time. */
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

/** Whether a ticket buys an option back; only tickets that close or roll a position do. */
const isClosing = ({ optionLegs }: TradeTicket) => optionLegs.some(({ quantity }) => quantity > 0)

/** Returns the tickets to display, oldest first. `closing` selects those that close or roll a position. */
export function useDisplayedTickets(closing = false): DisplayedTicket[] {
  const responses = useTicketResponses()
  return useTickets(({ tickets }) => tickets).flatMap((item) => {
    if (isClosing(item.ticket) !== closing) return []
    const response = responses[item.ticket.ticketId]
    if (item.dismissed && item.dismissed.response === response) return []
    return [{ ...item, response, status: statusOf(item, response) }]
  })
}

/** Dismisses the displayed tickets except those with a pending response. Call it when the user starts another order. */
export function dismissTickets(app: AppState, displayed: readonly DisplayedTicket[]): void {
  const seenResponses = new Map(
    displayed
      .filter(({ status }) => status !== 'waiting')
      .map(({ ticket, response }) => [ticket.ticketId, response]),
  )
  useTickets.of(app).setState(({ tickets }) => ({
    tickets: tickets.map((item) => {
      const { ticketId } = item.ticket
      return seenResponses.has(ticketId)
        ? { ...item, dismissed: { response: seenResponses.get(ticketId) } }
        : item
    }),
  }))
}
