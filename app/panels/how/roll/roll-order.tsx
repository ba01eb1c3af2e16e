/** The order that closes an open option, or rolls it: quantity, net limit, what it costs and what it binds to, and Trade. */
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RollCandidate } from '#contract/roll.ts'
import type { TradeTicket } from '#contract/ticket.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { readDecimal, readWhole } from '#app/i18n/read-number.ts'
import { useMarket } from '#app/state/live.ts'
import { Button } from '#app/ui/button.tsx'
import { closingWords, optionWords } from '#app/panels/how/ticket/order-words.ts'
import { TicketNotes } from '#app/panels/how/ticket/ticket-notes.tsx'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'
import { strikeText } from '#app/panels/how/strike.ts'
import { buildClosingTicket, type Closable, isPossible, netPrices, rollTotals } from './roll-ticket.ts'
import { Stepper } from './stepper.tsx'
import { useTrade } from './use-trade.ts'

const minus = /^\s*[\u200E\u200F]?[-−–]/

/** A number with its sign, as the language writes it; 0 as well. */
function readSigned(typed: string, locale: string): number | undefined {
  const sign = minus.test(typed) ? -1 : 1
  const text = typed.replace(minus, '').replace('+', '')
  const size = /^\s*0*(?:[.,]0*)?\s*$/.test(text) && text.includes('0') ? 0 : readDecimal(text, locale)
  return size === undefined ? undefined : Math.round(sign * size * 100) / 100
}

export function RollOrder({
  roll,
  into,
  open,
  blocked,
  onTrade,
  onBack,
}: {
  roll: Closable
  /** Undefined where it is closed and nothing is sold. */
  into: RollCandidate | undefined
  /** Contracts that are open: no more can be bought back. */
  open: number
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
  onBack: () => void
}) {
  const { t } = useTranslation(['holdings', 'ticket'])
  const { t: ofTicket } = useTranslation('ticket')
  const format = useFormat()
  const id = useId()
  const { frame } = useMarket()
  const { natural } = netPrices(roll, into)
  // As it stood when the review was opened: quotes that come later move no order under the user's hand.
  const [choice, setChoice] = useState({ contracts: open, limit: natural })
  const { contracts, limit } = choice
  const build = () => buildClosingTicket(roll, into, choice, frame)
  const order = [roll.id, into?.id, contracts, limit].join(' ')
  const { tickets, isWaiting, ...press } = useTrade(order, Boolean(blocked), build, onTrade)
  const totals = rollTotals(roll, into, choice)
  const ticket = build()
  const section = useRef<HTMLElement>(null)
  // It comes below the button that was pressed: whoever pressed it goes on there.
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="roll-order"
      aria-labelledby={`${id}-title`}
      data-roll={into ? 'roll' : 'close'}
    >
      <h3 id={`${id}-title`}>{t(into ? 'order.titleRoll' : 'order.titleClose')}</h3>
      <p className="roll-legs">
        {ticket.optionLegs.map((leg) => (
          <bdi key={leg.id}>{(leg.quantity > 0 ? closingWords : optionWords)(ofTicket, format, leg)}</bdi>
        ))}
      </p>
      <div className="roll-order-row">
        <span>{t('ticket:quantity')}</span>
        <Stepper
          label={t('ticket:quantity')}
          less={t('ticket:fewer')}
          more={t('ticket:more')}
          value={contracts}
          text={format.whole(contracts)}
          step={1}
          read={(typed) => readWhole(typed, format.locale)}
          accepts={(next) => next >= 1 && next <= open}
          onChange={(next) => setChoice({ ...choice, contracts: next })}
        />
      </div>
      <div className="roll-order-row">
        <span>
          {t('order.limit')} <small>{t('order.limitHint')}</small>
        </span>
        <Stepper
          label={t('order.limit')}
          less={t('order.lessLimit')}
          more={t('order.moreLimit')}
          value={limit}
          text={format.change(limit)}
          step={0.01}
          read={(typed) => readSigned(typed, format.locale)}
          accepts={(next) => isPossible(roll, into, next)}
          onChange={(next) => setChoice({ ...choice, limit: next })}
        />
      </div>
      <Totals roll={roll} totals={totals} />
      {limit > natural && (
        <p className="roll-note">{t('order.mayNotFill', { price: format.change(natural) })}</p>
      )}
      {into && <p className="roll-warning">{duty(t, format, roll, into, totals)}</p>}
      <p className="roll-note">{t(into ? 'order.oneOrder' : 'order.closes')}</p>
      {blocked && (
        <p className="roll-warning" id={`${id}-blocked`}>
          {blocked.reason} {blocked.action}
        </p>
      )}
      <div className="roll-actions">
        <Button
          kind="primary"
          data-action="trade"
          disabled={Boolean(blocked)}
          aria-disabled={isWaiting || undefined}
          aria-describedby={blocked ? `${id}-blocked` : undefined}
          {...press}
        >
          {t('ticket:trade')}
        </Button>
        <Button onClick={onBack}>{t('order.back')}</Button>
      </div>
      <TicketNotes tickets={tickets} />
    </section>
  )
}

function Totals({ roll, totals }: { roll: Closable; totals: ReturnType<typeof rollTotals> }) {
  const { t } = useTranslation(['holdings', 'ticket'])
  const format = useFormat()
  const { net, closed } = totals
  return (
    <dl className="roll-figures">
      <div>
        <dt>{t(net < 0 ? 'ticket:debit' : 'ticket:credit')}</dt>
        <dd>
          <bdi>{format.money(Math.abs(net))}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t(closed !== null && closed < 0 ? 'order.loss' : 'order.gain')}</dt>
        <dd>
          {closed === null ? (
            <small>{t('order.soldAtUnknown')}</small>
          ) : (
            <>
              <bdi>{format.money(Math.abs(closed))}</bdi>
              <small>{t('order.soldAt', { price: format.money(roll.price) })}</small>
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}

/** What the user is bound to by what he sells. */
const duty = (
  t: ReturnType<typeof useTranslation<['holdings', 'ticket']>>['t'],
  format: Format,
  { underlying: symbol, legType }: Closable,
  into: RollCandidate,
  { shares, obligation }: ReturnType<typeof rollTotals>,
): string =>
  t(legType === 'Call' ? 'order.dutyCall' : 'order.dutyPut', {
    day: format.day(into.expiryDate),
    shares: format.whole(shares),
    symbol,
    strike: strikeText(format, into.strike),
    amount: format.money(obligation),
  })
