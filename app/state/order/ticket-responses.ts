/**
 * The page's responses to trade tickets, by id: the last one counts. Separate from the tickets themselves
 * (tickets.ts), whose code is loaded with the panels.
 */
import type { TicketReceived } from '#contract/bridge/ticket.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'

export const useTicketResponses = defineState<Readonly<Record<string, TicketReceived>>>({})

/** Stores the page's response. A response to an unknown ticket, for example from before a reload, is not displayed. */
export const recordTicketResponse = (app: AppState, response: TicketReceived): void =>
  useTicketResponses.of(app).setState({ [response.ticketId]: response })
