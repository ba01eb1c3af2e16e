/**
 * Parses the page's response to a trade ticket, the payload of TICKET_RECEIVED. Plain guards
 * instead of a schema library.
 */
import type { TicketReceived } from './trade-ticket.ts'

/** Maximum length of a text of the page, in characters; longer texts are cut off. */
const maxTextLength = 300

/** Converts a text to one line of limited length; undefined for other values and blank text. */
const displayText = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength)) || undefined

/**
 * The response as displayed; undefined if it names no ticket. `refusal` has precedence over
 * `reference`. Blank text and other types count as absent.
 */
export function readTicketReceived(payload: {
  readonly [field in keyof TicketReceived]?: unknown
}): TicketReceived | undefined {
  const { ticketId } = payload
  if (typeof ticketId !== 'string' || !ticketId) return undefined
  return { ticketId, reference: displayText(payload.reference), refusal: displayText(payload.refusal) }
}
