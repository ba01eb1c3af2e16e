import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeTicket } from '#contract/ticket.ts'
import type { Income, IncomeOption } from '#contract/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useMarket, useQuote } from '#app/state/live.ts'
import { askFor, putAway, useTicketsInView } from '#app/state/tickets.ts'
import { Button } from '#app/ui/button.tsx'
import { optionWords, shareWords } from './order-words.ts'
import { TicketNotes } from './ticket-notes.tsx'
import { buildTicket, markTicket, pricesOf, ticketTotals, type TicketChoice } from './ticket.ts'

/** Why Trade waits, and what helps. */
export type Blocked = { reason: string; action?: ReactNode }

/** Clicks that come this soon after the one that asked for the ticket belong to it. */
const oneClickMs = 1000

/**
 * The ticket as the page will be given it, legs and totals, risk as large as reward, under it the button that asks for that,
 * and what became of it. Only a real click of the user counts; a double click counts once, and so does a key that is held
 * down.
 */
export function TradeBar({
  income,
  option,
  choice,
  computedPrice,
  heldShares,
  blocked,
  uncovered,
  onTrade,
  children,
}: {
  income: Income
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
  const app = useAppState()
  const symbol = income.underlying
  // Only a buy-write follows the stock: any other ticket need not be drawn anew with every quote.
  const quote = useQuote(choice.buyShares ? symbol : '')
  const stockPrice = quote?.last ?? computedPrice
  const { frame } = useMarket()
  const askedAt = useRef(-Infinity)
  const tickets = useTicketsInView()
  const isWaiting = tickets.some(({ standing }) => standing === 'waiting')
  const context = { stockPrice, heldShares }
  const totals = ticketTotals(option, choice, context)
  const call = option.legType === 'Call'
  const { expiryDate: expiry, strike, legType } = option
  const order = [option.id, choice.contracts, choice.basis, totals.boughtShares].join(' ')
  const seen = useRef(tickets)
  useEffect(() => {
    seen.current = tickets
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `order` says when the user goes on to another
  useEffect(() => () => putAway(app, seen.current), [app, order])
  const trade = (event: MouseEvent) => {
    if (blocked || isWaiting || !event.nativeEvent.isTrusted || event.detail > 1) return
    if (event.timeStamp - askedAt.current < oneClickMs) return
    askedAt.current = event.timeStamp
    const prices = pricesOf(income, frame, totals.boughtShares > 0 ? { quote } : undefined)
    putAway(app, tickets)
    askFor(app, buildTicket(symbol, option, choice, context, markTicket(prices)), onTrade)
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
        <bdi>
          {optionWords(t, format, {
            quantity: choice.contracts,
            expiry,
            strike,
            legType,
            price: totals.price,
          })}
        </bdi>
        {totals.shareCost > 0 && (
          <bdi>{shareWords(t, format, { quantity: totals.boughtShares, symbol, price: stockPrice })}</bdi>
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
          data-action="trade"
          disabled={Boolean(blocked)}
          // Not disabled, which would take the focus away; nobody orders twice for want of an answer.
          aria-disabled={isWaiting || undefined}
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
      <TicketNotes tickets={tickets} />
    </div>
  )
}
