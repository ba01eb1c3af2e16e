/** A trade ticket on its way back: what the page's function says of it, as the command TICKET_RECEIVED. */
import type { TicketReceived, TradeTicket } from '#contract/bridge/trade-ticket.ts'
import type { WidgetInstance } from '../widget.ts'

/** The page's answer to a ticket: it has it (`reference`, its own, is shown to the user), or refuses it in words for the user. */
export type TicketAnswer = Omit<TicketReceived, 'ticketId'>

/**
 * What a page does with a ticket. What it returns, or what its promise becomes, is told to the user; nothing returned is no
 * answer, unless the option `acknowledgesTickets` is set: then it says that the page has the ticket.
 */
export type TicketHandler = (
  ticket: TradeTicket,
) => TicketAnswer | undefined | void | Promise<TicketAnswer | undefined | void>

/**
 * Hands the ticket to the page and its answer to the widget. What the handler throws is the page's own mistake: it goes to
 * the console as an unhandled rejection, and the widget hears of no answer, because there was none.
 */
export async function answerTicket(
  widget: WidgetInstance,
  ticket: TradeTicket,
  handle: TicketHandler,
  acknowledges: boolean | undefined,
): Promise<void> {
  const answer = await handle(ticket)
  if (answer || acknowledges)
    widget.postMessage('TICKET_RECEIVED', {
      ticketId: ticket.ticketId,
      reference: answer?.reference,
      refusal: answer?.refusal,
    })
}
