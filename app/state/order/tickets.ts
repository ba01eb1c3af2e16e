/** The tickets the user has asked for by pressing Trade, and how each stands. Kept as long as the app runs. */
import type { TicketReceived, TradeTicket } from '#contract/bridge/ticket.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'
import { type Host, useHost } from '#app/state/host.ts'
import { useTicketAnswers } from './ticket-answers.ts'

/**
 * How a ticket stands, as far as the widget knows; it never knows of an order.
 *
 * - `unheard`: the page does not listen to tickets. Nothing was sent
 * - `handed`: the page was given it and has promised nothing
 * - `waiting`: the page was given it and has promised to answer (option `acknowledgesTickets`)
 * - `received`, `refused`: the page has answered so, promised or not
 * - `unanswered`: the promised answer has not come in time. It may still come
 */
export type TicketStanding = 'unheard' | 'handed' | 'waiting' | 'received' | 'refused' | 'unanswered'

export type AskedTicket = {
  ticket: TradeTicket
  /** How it stands while there is no answer. */
  unansweredAs: 'unheard' | 'handed' | 'waiting' | 'unanswered'
  /** Put away; comes back with an answer other than `had`, which the user has seen. */
  away?: { had: TicketReceived | undefined }
}

/** Milliseconds that a promised answer may take. */
export const answerTimeoutMs = 10_000

export const useTickets = defineState<{ asked: readonly AskedTicket[] }>({ asked: [] })

export function standingOf(
  { unansweredAs }: AskedTicket,
  answer: TicketReceived | undefined,
): TicketStanding {
  if (!answer) return unansweredAs
  return answer.refusal === undefined ? 'received' : 'refused'
}

/** Loaders before 1.2, and native apps by default, do not report listeners. */
const tellsNothing = /^(1\.[01]\..*)?$/

/** Whether the page receives tickets. If unknown it counts as receiving: it may be waiting for them. */
const takesTickets = ({ listens, loader }: Host): boolean =>
  listens.has('TRADE_TICKET_EXECUTE') || (listens.size === 0 && tellsNothing.test(loader))

/** Sends a ticket to the page, if it listens, and keeps it in view. */
export function askFor(app: AppState, ticket: TradeTicket, give: (ticket: TradeTicket) => void): void {
  const host = useHost.of(app).getState()
  const isTaken = takesTickets(host)
  const unansweredAs = !isTaken ? 'unheard' : host.options?.acknowledgesTickets ? 'waiting' : 'handed'
  const { asked } = useTickets.of(app).getState()
  // Before it is given: a page may answer at once.
  useTickets.of(app).setState({ asked: [...asked, { ticket, unansweredAs }] })
  if (isTaken) give(ticket)
}

/** The promised answers to these tickets have not come in time. */
export const stopWaiting = (app: AppState, ids: readonly string[]): void =>
  useTickets.of(app).setState(({ asked }) => ({
    asked: asked.map((one) =>
      ids.includes(one.ticket.ticketId) && one.unansweredAs === 'waiting'
        ? { ...one, unansweredAs: 'unanswered' as const }
        : one,
    ),
  }))

/** A ticket in view, and how it stands. */
export type TicketInView = AskedTicket & { standing: TicketStanding; answer: TicketReceived | undefined }

/** Whether a ticket buys an option back, which only those that close or roll one do. */
const isClosing = ({ optionLegs }: TradeTicket) => optionLegs.some(({ quantity }) => quantity > 0)

/** The tickets in view, the latest last: those that open something, or those that close something. */
export function useTicketsInView(closing = false): TicketInView[] {
  const answers = useTicketAnswers()
  return useTickets(({ asked }) => asked).flatMap((one) => {
    if (isClosing(one.ticket) !== closing) return []
    const answer = answers[one.ticket.ticketId]
    return one.away && one.away.had === answer ? [] : [{ ...one, answer, standing: standingOf(one, answer) }]
  })
}

/** The user goes on to another order: dismisses seen tickets, except those with a pending response. */
export function putAway(app: AppState, seen: readonly TicketInView[]): void {
  const had = new Map(
    seen
      .filter(({ standing }) => standing !== 'waiting')
      .map(({ ticket, answer }) => [ticket.ticketId, answer]),
  )
  useTickets.of(app).setState(({ asked }) => ({
    asked: asked.map((one) => {
      const { ticketId } = one.ticket
      return had.has(ticketId) ? { ...one, away: { had: had.get(ticketId) } } : one
    }),
  }))
}
