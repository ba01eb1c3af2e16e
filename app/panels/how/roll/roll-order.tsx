/** The order that closes an open option, or rolls it: quantity, net limit, what it costs and what it binds to, and Trade. */
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RollCandidate } from '#contract/responses/roll.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { readDecimal, readWhole } from '#app/i18n/read-number.ts'
import { useMarket } from '#app/state/live.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { closingWords, optionWords } from '#app/panels/how/ticket/order-words.ts'
import { TicketNotes } from '#app/panels/how/ticket/ticket-notes.tsx'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'
import { strikeText } from '#app/panels/how/strike.ts'
import { NumberField, useNumberInput } from '#app/panels/how/ticket/number-field.tsx'
import { buildClosingTicket, type Closable, limitBounds, rollTotals } from './roll-ticket.ts'
import { useTrade } from '#app/panels/how/ticket/use-trade.ts'

/** Without a sign it is what the user is paid. */
const minus = /^\s*[\u200E\u200F]?[-−–]/

/** Dollars with their sign in whole cents, as the language writes them; 0 as well. */
function readSigned(typed: string, locale: string): number | undefined {
  const sign = minus.test(typed) ? -1 : 1
  const text = typed.replace(minus, '').replace('+', '')
  const size = /^\s*0*(?:[.,]0*)?\s*$/.test(text) && text.includes('0') ? 0 : readDecimal(text, locale)
  if (size === undefined) return undefined
  const inCents = Math.round(sign * size * 100)
  return Math.abs(sign * size * 100 - inCents) < 1e-6 ? inCents / 100 : undefined
}

const within = (value: number | undefined, least: number, most: number): number | undefined =>
  value !== undefined && value >= least && value <= most ? value : undefined

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
  const { least, most } = limitBounds(roll, into)
  // As it stood when the review was opened. What has become of open contracts and of the market since bounds it, and is told.
  const [chosen, setChosen] = useState({ contracts: open, limit: least })
  const contracts = Math.min(chosen.contracts, open)
  const limit = Math.min(most, Math.max(least, chosen.limit))
  const choice = { contracts, limit }
  const count = useNumberInput({
    of: `${roll.id} ${open}`,
    value: contracts,
    read: (typed) => within(readWhole(typed, format.locale), 1, open),
    write: (value) => format.whole(value),
    onChoose: (next) => setChosen({ ...chosen, contracts: next }),
  })
  const price = useNumberInput({
    of: roll.id,
    value: limit,
    read: (typed) => within(readSigned(typed, format.locale), least, most),
    write: (value) => format.change(value),
    onChoose: (next) => setChosen({ ...chosen, limit: next }),
  })
  const build = () => buildClosingTicket(roll, into, choice, frame)
  const isWrong = count.isWrong || price.isWrong
  const order = [roll.id, into?.id, contracts, limit].join(' ')
  const { tickets, isWaiting, ...press } = useTrade(
    'closing',
    order,
    Boolean(blocked) || isWrong,
    build,
    onTrade,
  )
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
      <NumberField
        input={count}
        label={t('ticket:quantity')}
        bounds={[1, open]}
        step={(direction) => Math.min(open, Math.max(1, contracts + direction))}
        names={[t('ticket:fewer'), t('ticket:more')]}
        inputMode="numeric"
        wrong={t('ticket:quantityWrong', { most: format.whole(open) })}
      />
      <NumberField
        input={price}
        label={t('order.limit')}
        bounds={[least, most]}
        step={(direction) =>
          Math.min(most, Math.max(least, Math.round((limit + direction * 0.01) * 100) / 100))
        }
        names={[t('order.lessLimit'), t('order.moreLimit')]}
        valueText={format.change(limit)}
        inputMode="decimal"
        wrong={t('order.limitWrong', { least: format.change(least), most: format.change(most) })}
      >
        <small className="roll-note">{t('order.limitHint')}</small>
      </NumberField>
      <Totals roll={roll} totals={totals} />
      {limit !== chosen.limit && (
        <p className="roll-warning" role="status">
          {t('order.limitMoved', { price: format.change(limit) })}
        </p>
      )}
      {limit > least && <p className="roll-note">{t('order.mayNotFill', { price: format.change(least) })}</p>}
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
          disabled={Boolean(blocked) || isWrong}
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
