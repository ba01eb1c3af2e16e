/**
 * The page's last response to each trade ticket, by ticket id. Separate from tickets.ts, whose code
 * is loaded with the panels.
 */
import type { TicketReceived } from '#contract/bridge/ticket.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'

export const useTicketResponses = defineState<Readonly<Record<string, TicketReceived>>>({})

/**
 * Stores the page's response. A response to an unknown ticket (sent before a reload) is stored but
 * never displayed.
 */
export const recordTicketResponse = (app: AppState, response: TicketReceived): void =>
  useTicketResponses.of(app).setState({ [response.ticketId]: response })
