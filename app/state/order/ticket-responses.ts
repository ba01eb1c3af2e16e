/** The page's last response to each trade ticket, by ticket id. */
import { readTicketResponse, type UncheckedTicketResponse } from '#contract/bridge/ticket-response.ts'
import type { TicketReceived } from '#contract/bridge/ticket.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'

export const useTicketResponses = defineState<Readonly<Record<string, TicketReceived>>>({})

/**
 * Stores the page's response. A response to an unknown ticket (sent before a reload) is stored but
 * never displayed.
 */
export const recordTicketResponse = (app: AppState, response: UncheckedTicketResponse): void =>
  useTicketResponses.of(app).setState({ [response.ticketId]: readTicketResponse(response) })
