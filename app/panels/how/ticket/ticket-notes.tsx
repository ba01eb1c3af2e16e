import { useEffect } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { responseTimeoutMs, expireTickets, type DisplayedTicket } from '#app/state/order/tickets.ts'
import { closingWords, optionWords, shareWords } from './order-words.ts'

/** Wraps a text of the page in Unicode isolates, so that its direction does not affect the sentence. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/**
 * Notes about the user's tickets, in a polite live region below the button. Each names its order, because another
 * order may be displayed by now.
 */
export function TicketNotes({ tickets }: { tickets: readonly DisplayedTicket[] }) {
  useAnswerTimeout(tickets)
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
    ...ticket.optionLegs.map((leg) => (leg.quantity > 0 ? closingWords : optionWords)(t, format, leg)),
    ...ticket.securityLegs.map((leg) => shareWords(t, format, leg)),
  ].join(' · ')
  const { reference, refusal = '' } = response ?? {}
  return (
    <p className={`how-note how-note-${status}`}>
      <bdi>{t('asked', { time: format.time(ticket.time), symbol: ticket.symbol, order })}</bdi>{' '}
      <span>
        {status === 'received' && reference
          ? t('receivedAs', { reference: isolated(reference) })
          : t(status, { refusal: isolated(refusal) })}
      </span>
    </p>
  )
}

/** Stops waiting for promised answers after their timeout, including time during which the notes were not mounted. */
function useAnswerTimeout(tickets: readonly DisplayedTicket[]): void {
  const app = useAppState()
  const waiting = tickets.filter(({ status }) => status === 'waiting').map(({ ticket }) => ticket)
  const ids = waiting.map(({ ticketId }) => ticketId).join(' ')
  const until = Math.min(...waiting.map(({ time }) => Date.parse(time))) + responseTimeoutMs
  useEffect(() => {
    if (!ids) return undefined
    const timer = setTimeout(() => expireTickets(app, ids.split(' ')), until - Date.now())
    return () => clearTimeout(timer)
  }, [app, ids, until])
}
