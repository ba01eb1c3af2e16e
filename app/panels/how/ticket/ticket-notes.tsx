import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { answerPatience, stopWaiting, type TicketInView } from '#app/state/order/tickets.ts'
import { closingWords, optionWords, shareWords } from './order-words.ts'

/** Keeps the page's words apart from ours, whichever way either is written. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/**
 * What has become of the tickets the user asked for, under the button: each names its order, since another one may stand
 * above by now. Said politely to screen readers whenever it changes.
 */
export function TicketNotes({ tickets }: { tickets: readonly TicketInView[] }) {
  useAnswerPatience(tickets)
  return (
    <div className="how-notes" role="status" data-ticket={tickets.at(-1)?.standing ?? 'none'}>
      {tickets.map((one) => (
        <TicketNote key={one.ticket.ticketId} {...one} />
      ))}
    </div>
  )
}

function TicketNote({ ticket, standing, answer }: TicketInView) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const order = [
    ...ticket.optionLegs.map((leg) => (leg.quantity > 0 ? closingWords : optionWords)(t, format, leg)),
    ...ticket.securityLegs.map((leg) => shareWords(t, format, leg)),
  ].join(' · ')
  const { reference, refusal = '' } = answer ?? {}
  return (
    <p className={`how-note how-note-${standing}`}>
      <bdi>{t('asked', { time: format.time(ticket.time), symbol: ticket.symbol, order })}</bdi>{' '}
      <span>
        {standing === 'received' && reference
          ? t('receivedAs', { reference: isolated(reference) })
          : t(standing, { refusal: isolated(refusal) })}
      </span>
    </p>
  )
}

/** Gives up waiting for promised answers once their time is over, also while this was not on screen. */
function useAnswerPatience(tickets: readonly TicketInView[]): void {
  const app = useAppState()
  const waiting = tickets.filter(({ standing }) => standing === 'waiting').map(({ ticket }) => ticket)
  const ids = waiting.map(({ ticketId }) => ticketId).join(' ')
  const until = Math.min(...waiting.map(({ time }) => Date.parse(time))) + answerPatience
  useEffect(() => {
    if (!ids) return undefined
    const timer = setTimeout(() => stopWaiting(app, ids.split(' ')), until - Date.now())
    return () => clearTimeout(timer)
  }, [app, ids, until])
}
