/**
 * What the page has answered to trade tickets, by their id: the last word counts. Apart from the tickets themselves
 * (tickets.ts), whose code comes with the panels.
 */
import type { TicketReceived } from '#contract/bridge/ticket.ts'
import { type AppState, defineState } from '../app-state.ts'

export const useTicketAnswers = defineState<Readonly<Record<string, TicketReceived>>>({})

/** Takes the page's answer; one to a ticket that nobody knows, say of before a reload, is shown nowhere. */
export const answerTicket = (app: AppState, answer: TicketReceived): void =>
  useTicketAnswers.of(app).setState({ [answer.ticketId]: answer })
