/**
 * The page's responses to trade tickets, by id: the last one counts. Separate from the tickets themselves
 * (tickets.ts), whose code is loaded with the panels.
 */
import type { TicketReceived } from '#contract/bridge/ticket.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'

export const useTicketAnswers = defineState<Readonly<Record<string, TicketReceived>>>({})

/** Stores the page's response; one to an unknown ticket, for example of before a reload, is not shown. */
export const answerTicket = (app: AppState, answer: TicketReceived): void =>
  useTicketAnswers.of(app).setState({ [answer.ticketId]: answer })
