/**
 * Review of an order that closes or rolls an open option: quantity, net limit, totals, obligation,
 * Trade button.
 */
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { readWhole } from '#app/i18n/read-number.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useMarket } from '#app/state/live.ts'
import { changeRollOrder, useRollOrder } from '#app/state/order/roll-order.ts'
import type { RollTarget } from '#app/state/order/roll-target.ts'
import {
  type Closable,
  isPossibleLimit,
  limitBounds,
  type RollChoice,
  rollChoiceOf,
  rolledPosition,
  rollTotals,
} from '#app/state/order/roll-totals.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { boughtBackLegText, soldLegText } from '#app/panels/how/ticket/leg-texts.ts'
import { OrderTerms, useIsForNextSession } from '#app/panels/how/ticket/order-terms.tsx'
import { TicketNotes } from '#app/panels/how/ticket/ticket-notes.tsx'
import type { TradeBlock } from '#app/panels/how/ticket/order-warning.tsx'
import { strikeText } from '#app/panels/how/strike.ts'
import {
  LimitNote,
  NumberField,
  type NumberInput,
  useNumberInput,
} from '#app/panels/how/ticket/number-field.tsx'
import { readSigned } from './read-signed.ts'
import { buildClosingTicket } from './roll-ticket.ts'
import { TradeButton } from '#app/panels/how/ticket/trade-button.tsx'
import { useTrade } from '#app/panels/how/ticket/use-trade.ts'
import { OrderTotals } from './order-totals.tsx'
import { RolledFigureList } from './rolled-figures.tsx'

const ifInRange = (value: number | undefined, min: number, max: number): number | undefined =>
  value !== undefined && value >= min && value <= max ? value : undefined

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

export function RollOrder({
  roll,
  target,
  openContracts,
  isCovered,
  tradeBlock,
  onTrade,
  onBack,
}: {
  roll: Closable
  /** The option to sell in a roll; undefined if the order only closes the open option. */
  target: RollTarget | undefined
  /** Number of open contracts, which is the maximum to buy back. */
  openContracts: number
  /** False if fewer shares are held than the open calls need. */
  isCovered: boolean
  tradeBlock: TradeBlock | undefined
  onTrade: (ticket: TradeTicket) => void
  onBack: () => void
}) {
  const { t } = useTranslation(['holdings', 'ticket'])
  const id = useId()
  const { market } = useMarket()
  const fields = useOrderInputs(roll, target, openContracts)
  const { choice, bounds, isInvalid } = fields
  const build = () => buildClosingTicket(roll, target, choice, market)
  const isDisabled = Boolean(tradeBlock) || isInvalid
  const orderKey = [roll.id, target?.id, choice.contracts, choice.limit].join(' ')
  const isForNextSession = useIsForNextSession()
  const current = { roll, target, choice, bounds, isCovered, legs: build(), isForNextSession }
  const { tickets, control, displayed } = useTrade('closing', orderKey, isDisabled, current, build, onTrade)
  const section = useRef<HTMLElement>(null)
  // The section appears below the pressed button, so it takes the focus.
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="roll-order"
      aria-labelledby={`${id}-title`}
      data-roll={target ? 'roll' : 'close'}
    >
      <h3 id={`${id}-title`}>{t(target ? 'order.titleRoll' : 'order.titleClose')}</h3>
      <Legs ticket={displayed.legs} isForNextSession={displayed.isForNextSession} />
      <QuantityField input={fields.quantity} openContracts={openContracts} />
      <LimitField input={fields.limit} bounds={displayed.bounds} />
      <Terms {...displayed} />
      {tradeBlock && (
        <p className="roll-warning" id={`${id}-blocked`}>
          {tradeBlock.reason} {tradeBlock.action}
        </p>
      )}
      <OrderFoot ticketId={tickets.at(-1)?.ticket.ticketId}>
        <OrderButtons
          trade={{
            control,
            disabled: isDisabled,
            describedBy: tradeBlock ? `${id}-blocked` : undefined,
          }}
          onBack={onBack}
        />
        <TicketNotes tickets={tickets} />
      </OrderFoot>
    </section>
  )
}

/** Trade and the notes about the tickets, which a new ticket scrolls into view: its note is below the button. */
function OrderFoot({ ticketId, children }: { ticketId: string | undefined; children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  const initialId = useRef(ticketId)
  useEffect(() => {
    if (ticketId !== initialId.current) foot.current?.scrollIntoView({ block: 'nearest' })
  }, [ticketId])
  return (
    <div ref={foot} className="roll-order-foot">
      {children}
    </div>
  )
}

function OrderButtons({ trade, onBack }: { trade: ComponentProps<typeof TradeButton>; onBack: () => void }) {
  const { t } = useTranslation('holdings')
  return (
    <div className="roll-actions">
      <TradeButton {...trade} />
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
}

/**
 * Returns the state of the quantity and limit fields. They start with all open contracts and the
 * natural price, which is a number from then on: only the user changes it. If the number of open
 * contracts changes later, the chosen number is at most that.
 */
function useOrderInputs(roll: Closable, target: RollTarget | undefined, openContracts: number): OrderInputs {
  const format = useFormat()
  const bounds = limitBounds(roll, target)
  const { min, max } = bounds
  const app = useAppState()
  const chosen = useRollOrder()
  const { contracts, limit } = rollChoiceOf(chosen, openContracts, bounds)
  useEffect(() => {
    if (chosen.limit === null) changeRollOrder(app, { limit })
  }, [app, chosen.limit, limit])
  const quantityInput = useNumberInput({
    subject: `${roll.id} ${openContracts}`,
    value: contracts,
    parse: (typed) => ifInRange(readWhole(typed, format.locale), 1, openContracts),
    format: (value) => format.whole(value),
    onChoose: (newContracts) => changeRollOrder(app, { contracts: newContracts }),
  })
  const limitInput = useNumberInput({
    subject: roll.id,
    value: limit,
    // A limit that the user has chosen stays valid when the market moves.
    parse: (typed) => {
      const price = readSigned(typed, format.locale)
      return price === limit ? price : ifInRange(price, min, max)
    },
    format: (value) => format.change(value),
    onChoose: (newLimit) => changeRollOrder(app, { limit: newLimit }),
  })
  const isLimitInvalid = limitInput.isInvalid || !isPossibleLimit(roll, target, limit)
  return {
    choice: { contracts, limit },
    quantity: quantityInput,
    limit: { ...limitInput, isInvalid: isLimitInvalid },
    bounds,
    isInvalid: quantityInput.isInvalid || isLimitInvalid,
  }
}

function Legs({ ticket, isForNextSession }: { ticket: TradeTicket; isForNextSession: boolean }) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (
    <p className="roll-legs">
      {ticket.optionLegs.map((leg) => (
        <bdi key={leg.id}>
          {(leg.quantity > 0 ? boughtBackLegText : soldLegText)(t, format, ticket.symbol, leg)}
        </bdi>
      ))}
      <OrderTerms isForNextSession={isForNextSession} />
    </p>
  )
}

function QuantityField({ input, openContracts }: { input: NumberInput; openContracts: number }) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (
    <NumberField
      input={input}
      label={t('quantity')}
      bounds={[1, openContracts]}
      step={(direction) => clamp(input.value + direction, 1, openContracts)}
      names={[t('fewer'), t('more')]}
      inputMode="numeric"
      errorText={t('quantityWrong', { most: format.whole(openContracts) })}
    />
  )
}

function LimitField({ input, bounds: { min, max } }: { input: NumberInput; bounds: OrderInputs['bounds'] }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const field = useRef<HTMLInputElement>(null)
  // From a limit outside the market no step leads farther away.
  const [least, most] = [Math.min(min, input.value), Math.max(max, input.value)]
  const isOtherPrice = input.value !== min
  return (
    <>
      <NumberField
        input={input}
        field={field}
        label={t('order.limit')}
        bounds={[least, most]}
        step={(direction) => clamp(Math.round((input.value + direction * 0.01) * 100) / 100, least, most)}
        names={[t('order.lessLimit'), t('order.moreLimit')]}
        valueText={format.change(input.value)}
        inputMode="decimal"
        errorText={t('order.limitWrong', { least: format.change(min), most: format.change(max) })}
      />
      <LimitNote
        field={field}
        note={isOtherPrice && t('order.mayNotFill', { price: format.change(min) })}
        offer={
          isOtherPrice ? { label: t('order.useNetPrice'), onTake: () => input.setValue(min) } : undefined
        }
      />
    </>
  )
}

/** Totals of the order, and the obligation of a roll. */
function Terms({
  roll,
  target,
  choice,
  isCovered,
}: {
  roll: Closable
  target: RollTarget | undefined
  isCovered: boolean
} & Pick<OrderInputs, 'choice'>) {
  const { t } = useTranslation(['holdings', 'ticket'])
  const format = useFormat()
  const totals = rollTotals(roll, target, choice)
  return (
    <>
      <dl className="roll-figures">
        <OrderTotals soldAt={roll.price} totals={totals} />
      </dl>
      {target && (
        <RolledFigureList
          roll={roll}
          position={rolledPosition(roll, target, choice, isCovered)}
          days={target.daysUntilExpiry}
          isCovered={isCovered}
        />
      )}
      {target && <p className="roll-warning">{obligationText(t, format, roll, target, totals)}</p>}
      <p className="roll-note">{t(target ? 'order.oneOrder' : 'order.closes')}</p>
    </>
  )
}

/** Describes the obligation of the sold option. */
const obligationText = (
  t: ReturnType<typeof useTranslation<['holdings', 'ticket']>>['t'],
  format: Format,
  { underlying: symbol, legType }: Closable,
  target: RollTarget,
  { shares, obligation }: ReturnType<typeof rollTotals>,
): string =>
  t(legType === 'Call' ? 'order.dutyCall' : 'order.dutyPut', {
    day: format.day(target.expiryDate),
    shares: format.whole(shares),
    symbol,
    strike: strikeText(format, target.strike),
    amount: format.money(obligation),
  })
