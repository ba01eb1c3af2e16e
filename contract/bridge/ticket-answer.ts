/** Reads the page's answer to a trade ticket, the payload of TICKET_RECEIVED. Plain guards: the app ships it with its first code. */
import type { TicketReceived } from './ticket.ts'

/** Characters of the page's own words that are shown; the rest is cut off. */
const maxAnswerText = 300

/** One line of text, short enough to display; undefined for other values and blank text. */
const wordsOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.replaceAll(/\s+/g, ' ').trim().slice(0, maxAnswerText)) || undefined

/**
 * The response as displayed; undefined if it names no ticket. `refusal` has precedence over `reference`.
 * Blank text and other types count as absent.
 */
export function readTicketReceived(payload: {
  readonly [field in keyof TicketReceived]?: unknown
}): TicketReceived | undefined {
  const { ticketId } = payload
  if (typeof ticketId !== 'string' || !ticketId) return undefined
  return { ticketId, reference: wordsOf(payload.reference), refusal: wordsOf(payload.refusal) }
}
