/** Reads the page's answer to a trade ticket, the payload of TICKET_RECEIVED. Plain guards: the app ships it with its first code. */
import type { TicketReceived } from './ticket.ts'

/** Characters of the page's own words that are shown; the rest is cut off. */
const maxAnswerText = 300

/** Text on one line, short enough to be shown; undefined for whatever is none or blank. */
const wordsOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.replaceAll(/\s+/g, ' ').trim().slice(0, maxAnswerText)) || undefined

/**
 * The answer as it is shown; undefined where it names no ticket. A `refusal` wins over a `reference`: what was refused was
 * not received. What is blank or no text counts as left out.
 */
export function readTicketReceived(payload: {
  readonly [field in keyof TicketReceived]?: unknown
}): TicketReceived | undefined {
  const { ticketId } = payload
  if (typeof ticketId !== 'string' || !ticketId) return undefined
  return { ticketId, reference: wordsOf(payload.reference), refusal: wordsOf(payload.refusal) }
}
