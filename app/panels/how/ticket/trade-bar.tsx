import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeTicket } from '#contract/bridge.ts'
import type { IncomeOption } from '#contract/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useLastQuote } from '#app/state/live.ts'
import { Button } from '#app/ui/button.tsx'
import { strikeText } from '#app/panels/how/strike.ts'
import { buildTicket, ticketTotals, type TicketChoice } from './ticket.ts'

/** Why Trade waits, and what helps. */
export type Blocked = { reason: string; action?: ReactNode }

/** Clicks that come this soon after the one that sent the ticket belong to it. */
const oneClickMs = 1000

/**
 * The ticket as it will be sent, legs and totals, risk as large as reward, and under it the button that sends it. Only a
 * real click of the user counts; a double click counts once, and so does a key that is held down.
 */
export function TradeBar({
  symbol,
  option,
  choice,
  computedPrice,
  heldShares,
  blocked,
  uncovered,
  onTrade,
  children,
}: {
  symbol: string
  option: IncomeOption
  choice: TicketChoice
  /** The stock's price as the service computed with it, dollars per share; a live one takes its place. */
  computedPrice: number
  heldShares: number | null
  blocked: Blocked | undefined
  /** The figures of a covered call are not this order's: they are left out. */
  uncovered: boolean
  onTrade: (ticket: TradeTicket) => void
  /** Further buttons of the row. */
  children: ReactNode
}) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const id = useId()
  // Only a buy-write follows the stock: any other ticket need not be drawn anew with every quote.
  const { last: stockPrice } = useLastQuote(choice.buyShares ? symbol : '', { last: computedPrice })
  const [sent, setSent] = useState<{ at: number; order: string; choice: TicketChoice }>()
  const sentAt = useRef(-Infinity)
  const context = { stockPrice, heldShares }
  const totals = ticketTotals(option, choice, context)
  const call = option.legType === 'Call'
  const order = t('legOption', {
    contracts: format.whole(choice.contracts),
    expiry: format.dayShort(option.expiryDate),
    strike: strikeText(format, option.strike),
    type: t(call ? 'call' : 'put'),
    price: format.money(totals.price),
  })
  const trade = (event: MouseEvent) => {
    if (blocked || !event.nativeEvent.isTrusted || event.detail > 1) return
    if (event.timeStamp - sentAt.current < oneClickMs) return
    sentAt.current = event.timeStamp
    onTrade(buildTicket(symbol, option, choice, context))
    setSent({ at: performance.timeOrigin + event.timeStamp, order, choice })
  }
  const total = (label: string, value: number) => (
    <div>
      <dt>{label}</dt>
      <dd>{format.money(value)}</dd>
    </div>
  )
  return (
    <div className="how-trade">
      <p className="how-legs">
        <bdi>{order}</bdi>
        {totals.shareCost > 0 && (
          <bdi>
            {t('legShares', {
              shares: format.whole(totals.boughtShares),
              symbol,
              price: format.money(stockPrice),
            })}
          </bdi>
        )}
        {!call && <bdi>{t('secured', { cash: format.money(totals.cashSecured) })}</bdi>}
      </p>
      <dl>
        {totals.net > 0 ? total(t('debit'), totals.net) : total(t('credit'), -totals.net)}
        {!uncovered && (
          <>
            {total(t('maxReward'), totals.maxReward)}
            {total(t('maxRisk'), totals.maxRisk)}
          </>
        )}
      </dl>
      {blocked ? (
        <p className="how-blocked" id={id}>
          {blocked.reason} {blocked.action}
        </p>
      ) : (
        totals.maxReward < 0 && <p className="how-blocked">{t('lossReason')}</p>
      )}
      <div className="how-actions">
        <Button
          kind="primary"
          disabled={Boolean(blocked)}
          aria-describedby={blocked ? id : undefined}
          onClick={trade}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.repeat && event.key === 'Enter') event.preventDefault()
          }}
        >
          {t('trade')}
        </Button>
        {children}
      </div>
      <p className="how-sent" role="status">
        {sent && sent.choice === choice && t('sent', { time: format.time(sent.at), order: sent.order })}
      </p>
    </div>
  )
}
