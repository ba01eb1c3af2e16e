/** A page's response to a trade ticket: the handler's result as the command TICKET_RECEIVED. */
import type { TicketReceived, TradeTicket } from '#contract/bridge/trade-ticket.ts'
import type { WidgetInstance } from '../widget.ts'

/**
 * The page's response to a ticket: it accepts the ticket (`reference`, its own id, is shown to the user), or refuses it
 * with a text for the user.
 */
export type TicketAnswer = Omit<TicketReceived, 'ticketId'>

/**
 * A page's handler of tickets. Its result, or its promise's, is shown to the user; no result is no response,
 * unless the option `acknowledgesTickets` is set: then it confirms that the page has the ticket.
 */
export type TicketHandler = (
  ticket: TradeTicket,
) => TicketAnswer | undefined | void | Promise<TicketAnswer | undefined | void>

/**
 * Passes the ticket to the page and its response to the widget. An exception in the handler is the page's own
 * error: it goes to the console as an unhandled rejection, and the widget gets no response.
 */
export async function answerTicket(
  widget: WidgetInstance,
  ticket: TradeTicket,
  handle: TicketHandler,
  acknowledges: boolean | undefined,
): Promise<void> {
  const result = await handle(ticket)
  if (result || acknowledges)
    widget.postMessage('TICKET_RECEIVED', {
      ticketId: ticket.ticketId,
      reference: result?.reference,
      refusal: result?.refusal,
    })
}
