/** The Trade button. After the order was sent it shows the state of the order; the same order needs a new confirmation. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { TicketStatus } from '#app/state/order/tickets.ts'
import { Button } from '#app/ui/controls/button.tsx'
import type { TradeControl } from './use-trade.ts'

/** Status of a sent ticket → key of its text. An order that was not sent can be traded. */
const stateTexts = {
  unheard: 'trade',
  handed: 'sentHanded',
  waiting: 'sentWaiting',
  received: 'sentReceived',
  refused: 'sentRefused',
  unanswered: 'sentUnanswered',
} as const satisfies Record<TicketStatus, string>

export function TradeButton({
  control: { sent, repeated, isWaiting, onClick, onAgain, onKeyDown },
  disabled,
  describedBy,
}: {
  control: TradeControl
  disabled: boolean
  /** Id of the reason why the button is disabled. */
  describedBy: string | undefined
}) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (
    <>
      <Button
        kind="primary"
        data-action="trade"
        data-sent={sent?.status}
        disabled={disabled}
        // `aria-disabled`, because `disabled` would lose the focus. `useTrade` ignores clicks while it is set.
        aria-disabled={isWaiting || sent !== undefined || undefined}
        aria-describedby={describedBy}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {t(sent ? stateTexts[sent.status] : 'trade')}
      </Button>
      {sent && sent.status !== 'waiting' && (
        <Button data-action="trade-again" disabled={disabled} onClick={onAgain} onKeyDown={onKeyDown}>
          {t('sentAgain')}
        </Button>
      )}
      {repeated && (
        <p className="how-blocked" role="status">
          {t('sentConfirm', { time: format.time(repeated.ticket.time) })}
        </p>
      )}
    </>
  )
}
