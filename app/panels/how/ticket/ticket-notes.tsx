import { useEffect } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { responseTimeoutMs, expireTickets, type DisplayedTicket } from '#app/state/order/tickets.ts'
import { boughtBackLegText, soldLegText, shareLegText } from './leg-texts.ts'

/**
 * Wraps a text from the page in Unicode isolates, so that its direction does not affect the
 * sentence around it.
 */
const isolated = (text: string): string => `\u2068${text}\u2069`

/**
 * Notes about the user's tickets, in a polite live region below Trade. Each note names its order,
 * because the displayed order may be another one.
 */
export function TicketNotes({ tickets }: { tickets: readonly DisplayedTicket[] }) {
  useResponseTimeout(tickets)
  return (
    <div className="how-notes" role="status" data-ticket={tickets.at(-1)?.status ?? 'none'}>
      {tickets.map((ticket) => (
        <TicketNote key={ticket.ticket.ticketId} {...ticket} />
      ))}
    </div>
  )
}

function TicketNote({ ticket, status, response }: DisplayedTicket) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const order = [
    ...ticket.optionLegs.map((leg) =>
      (leg.quantity > 0 ? boughtBackLegText : soldLegText)(t, format, ticket.symbol, leg),
    ),
    ...ticket.securityLegs.map((leg) => shareLegText(t, format, leg)),
    t('terms'),
  ].join(' · ')
  const { reference, refusal = '' } = response ?? {}
  return (
    <p className={`how-note how-note-${status}`}>
      <bdi>{t('asked', { time: format.time(ticket.time), order })}</bdi>{' '}
      <span>
        {status === 'received' && reference
          ? t('receivedAs', { reference: isolated(reference) })
          : t(status, { refusal: isolated(refusal) })}
      </span>
    </p>
  )
}

/**
 * Marks tickets as unanswered after the response timeout, which also runs while the notes are not
 * mounted.
 */
function useResponseTimeout(tickets: readonly DisplayedTicket[]): void {
  const app = useAppState()
  const waitingTickets = tickets.filter(({ status }) => status === 'waiting').map(({ ticket }) => ticket)
  const ids = waitingTickets.map(({ ticketId }) => ticketId).join(' ')
  const deadline = Math.min(...waitingTickets.map(({ time }) => Date.parse(time))) + responseTimeoutMs
  useEffect(() => {
    if (!ids) return undefined
    const timer = setTimeout(() => expireTickets(app, ids.split(' ')), deadline - Date.now())
    return () => clearTimeout(timer)
  }, [app, ids, deadline])
}
