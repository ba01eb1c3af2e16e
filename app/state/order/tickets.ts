/** The tickets that the user has requested by pressing Trade, and their status. Kept as long as the app runs. */
import type { TicketReceived, TradeTicket } from '#contract/bridge/ticket.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'
import { type Host, useHost } from '#app/state/host.ts'
import { useTicketResponses } from './ticket-responses.ts'

/**
 * Status of a ticket. The widget knows nothing of the order that may follow.
 *
 * - `unheard`: the page does not listen to tickets. Nothing was sent
 * - `handed`: the page received the ticket and has not promised a response
 * - `waiting`: the page received the ticket and has promised a response (option `acknowledgesTickets`)
 * - `received`, `refused`: the page's response, whether or not it was promised
 * - `unanswered`: the promised response has not arrived in time. It may still arrive
 */
export type TicketStatus = 'unheard' | 'handed' | 'waiting' | 'received' | 'refused' | 'unanswered'

export type RequestedTicket = {
  ticket: TradeTicket
  /** The status until the page responds. */
  statusWithoutResponse: 'unheard' | 'handed' | 'waiting' | 'unanswered'
  /** The user has dismissed the ticket and seen this response; any other response shows the ticket again. */
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

/** Loaders before 1.2, and native apps by default, do not report listeners. */
const silentLoaderVersions = /^(1\.[01]\..*)?$/

/** Whether the page receives tickets. If unknown it counts as receiving: it may be waiting for them. */
const listensForTickets = ({ subscribedEvents, loader }: Host): boolean =>
  subscribedEvents.has('TRADE_TICKET_EXECUTE') ||
  (subscribedEvents.size === 0 && silentLoaderVersions.test(loader))

/** Sends a ticket to the page, if it listens, and keeps it in view. */
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

/** The tickets to display, the latest last: either those that open a position, or those that close or roll one. */
export function useDisplayedTickets(closing = false): DisplayedTicket[] {
  const responses = useTicketResponses()
  return useTickets(({ tickets }) => tickets).flatMap((item) => {
    if (isClosing(item.ticket) !== closing) return []
    const response = responses[item.ticket.ticketId]
    if (item.dismissed && item.dismissed.response === response) return []
    return [{ ...item, response, status: statusOf(item, response) }]
  })
}

/** Dismisses displayed tickets when the user turns to another order, except those with a pending response. */
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
