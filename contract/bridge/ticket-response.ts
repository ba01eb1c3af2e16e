/**
 * Parses the page's response to a trade ticket, the payload of TICKET_RECEIVED. Separate from bridge-messages.ts, which the
 * ideas wait for.
 */
import type { TicketReceived } from './trade-ticket.ts'

/** Maximum length of a text of the page, in characters; longer texts are cut off. */
const maxTextLength = 300

/** Converts a text to one line of limited length; undefined for other values and blank text. */
const displayText = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength)) || undefined

/** The command's payload on arrival: its texts are still unchecked. */
export type UncheckedTicketResponse = { ticketId: string; reference?: unknown; refusal?: unknown }

/**
 * The response as displayed. `refusal` has precedence over `reference`. Blank text and other types
 * count as absent.
 */
export const readTicketResponse = ({
  ticketId,
  reference,
  refusal,
}: UncheckedTicketResponse): TicketReceived => ({
  ticketId,
  reference: displayText(reference),
  refusal: displayText(refusal),
})
