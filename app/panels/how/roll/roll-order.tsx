/** Review of an order that closes or rolls an open option: quantity, net limit, totals, obligation, and Trade. */
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
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
import { NumberField, type NumberInput, useNumberInput } from '#app/panels/how/ticket/number-field.tsx'
import { buildClosingTicket, type Closable, limitBounds, type RollChoice, rollTotals } from './roll-ticket.ts'
import { useTrade } from '#app/panels/how/ticket/use-trade.ts'

/** A leading minus sign. Without one the limit is a credit. */
const minus = /^\s*[\u200E\u200F]?[-−–]/

/** Parses signed dollars in whole cents in the number format of the locale; unlike `readDecimal` it accepts 0. */
function readSigned(typed: string, locale: string): number | undefined {
  const sign = minus.test(typed) ? -1 : 1
  const text = typed.replace(minus, '').replace('+', '')
  const size = /^\s*0*(?:[.,]0*)?\s*$/.test(text) && text.includes('0') ? 0 : readDecimal(text, locale)
  if (size === undefined) return undefined
  const inCents = Math.round(sign * size * 100)
  return Math.abs(sign * size * 100 - inCents) < 1e-6 ? inCents / 100 : undefined
}

const ifInRange = (value: number | undefined, min: number, max: number): number | undefined =>
  value !== undefined && value >= min && value <= max ? value : undefined

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

export function RollOrder({
  roll,
  into,
  open,
  blocked,
  onTrade,
  onBack,
}: {
  roll: Closable
  /** The option to sell in a roll; undefined if the order only closes. */
  into: RollCandidate | undefined
  /** Number of open contracts, the maximum that can be bought back. */
  open: number
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
  onBack: () => void
}) {
  const { t } = useTranslation(['holdings', 'ticket'])
  const id = useId()
  const { market } = useMarket()
  const fields = useOrderInputs(roll, into, open)
  const { choice, isInvalid } = fields
  const build = () => buildClosingTicket(roll, into, choice, market)
  const isDisabled = Boolean(blocked) || isInvalid
  const order = [roll.id, into?.id, choice.contracts, choice.limit].join(' ')
  const { tickets, isWaiting, ...handlers } = useTrade('closing', order, isDisabled, build, onTrade)
  const section = useRef<HTMLElement>(null)
  // The section appears below the pressed button, so the focus moves there.
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
      <Legs ticket={build()} />
      <QuantityField input={fields.quantity} open={open} />
      <LimitField input={fields.limit} bounds={fields.bounds} />
      <Terms roll={roll} into={into} fields={fields} />
      {blocked && (
        <p className="roll-warning" id={`${id}-blocked`}>
          {blocked.reason} {blocked.action}
        </p>
      )}
      <OrderButtons
        trade={{
          disabled: isDisabled,
          'aria-disabled': isWaiting || undefined,
          'aria-describedby': blocked ? `${id}-blocked` : undefined,
          ...handlers,
        }}
        onBack={onBack}
      />
      <TicketNotes tickets={tickets} />
    </section>
  )
}

function OrderButtons({ trade, onBack }: { trade: ComponentProps<typeof Button>; onBack: () => void }) {
  const { t } = useTranslation(['holdings', 'ticket'])
  return (
    <div className="roll-actions">
      <Button kind="primary" data-action="trade" {...trade}>
        {t('ticket:trade')}
      </Button>
      <Button onClick={onBack}>{t('order.back')}</Button>
    </div>
  )
}

type OrderInputs = {
  choice: RollChoice
  quantity: NumberInput
  limit: NumberInput
  bounds: ReturnType<typeof limitBounds>
  isInvalid: boolean
  /** The market has moved the chosen limit. */
  isLimitMoved: boolean
}

/**
 * Inputs of quantity and limit. They start from the data at the opening of the review; later changes of the open
 * contracts and of the market limit the choice.
 */
function useOrderInputs(roll: Closable, into: RollCandidate | undefined, open: number): OrderInputs {
  const format = useFormat()
  const bounds = limitBounds(roll, into)
  const { min, max } = bounds
  const [chosen, setChosen] = useState({ contracts: open, limit: min })
  const contracts = Math.min(chosen.contracts, open)
  const limit = clamp(chosen.limit, min, max)
  const quantityInput = useNumberInput({
    subject: `${roll.id} ${open}`,
    value: contracts,
    parse: (typed) => ifInRange(readWhole(typed, format.locale), 1, open),
    format: (value) => format.whole(value),
    onChoose: (newContracts) => setChosen({ ...chosen, contracts: newContracts }),
  })
  const limitInput = useNumberInput({
    subject: roll.id,
    value: limit,
    parse: (typed) => ifInRange(readSigned(typed, format.locale), min, max),
    format: (value) => format.change(value),
    onChoose: (newLimit) => setChosen({ ...chosen, limit: newLimit }),
  })
  return {
    choice: { contracts, limit },
    quantity: quantityInput,
    limit: limitInput,
    bounds,
    isInvalid: quantityInput.isInvalid || limitInput.isInvalid,
    isLimitMoved: limit !== chosen.limit,
  }
}

function Legs({ ticket }: { ticket: TradeTicket }) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (
    <p className="roll-legs">
      {ticket.optionLegs.map((leg) => (
        <bdi key={leg.id}>{(leg.quantity > 0 ? closingWords : optionWords)(t, format, leg)}</bdi>
      ))}
    </p>
  )
}

function QuantityField({ input, open }: { input: NumberInput; open: number }) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (
    <NumberField
      input={input}
      label={t('quantity')}
      bounds={[1, open]}
      step={(direction) => clamp(input.value + direction, 1, open)}
      names={[t('fewer'), t('more')]}
      inputMode="numeric"
      errorText={t('quantityWrong', { most: format.whole(open) })}
    />
  )
}

function LimitField({ input, bounds: { min, max } }: { input: NumberInput; bounds: OrderInputs['bounds'] }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  return (
    <NumberField
      input={input}
      label={t('order.limit')}
      bounds={[min, max]}
      step={(direction) => clamp(Math.round((input.value + direction * 0.01) * 100) / 100, min, max)}
      names={[t('order.lessLimit'), t('order.moreLimit')]}
      valueText={format.change(input.value)}
      inputMode="decimal"
      errorText={t('order.limitWrong', { least: format.change(min), most: format.change(max) })}
    >
      <small className="roll-note">{t('order.limitHint')}</small>
    </NumberField>
  )
}

/** Totals of the order, notes about its limit, and the obligation of a roll. */
function Terms({
  roll,
  into,
  fields: { choice, bounds, isLimitMoved },
}: {
  roll: Closable
  into: RollCandidate | undefined
  fields: OrderInputs
}) {
  const { t } = useTranslation(['holdings', 'ticket'])
  const format = useFormat()
  const totals = rollTotals(roll, into, choice)
  return (
    <>
      <Totals roll={roll} totals={totals} />
      {isLimitMoved && (
        <p className="roll-warning" role="status">
          {t('order.limitMoved', { price: format.change(choice.limit) })}
        </p>
      )}
      {choice.limit > bounds.min && (
        <p className="roll-note">{t('order.mayNotFill', { price: format.change(bounds.min) })}</p>
      )}
      {into && <p className="roll-warning">{obligationText(t, format, roll, into, totals)}</p>}
      <p className="roll-note">{t(into ? 'order.oneOrder' : 'order.closes')}</p>
    </>
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

/** Describes the obligation of the sold option. */
const obligationText = (
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
