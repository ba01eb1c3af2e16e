import { useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { changeOrder, priceBases, type PriceBasis } from '#app/state/order/order.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { readDecimal, readWhole } from '#app/i18n/read-number.ts'
import { LimitNote, NumberField, type NumberInput, useNumberInput } from './number-field.tsx'
import { chooseLimit, isValidLimit, movedBasisOf, priceAt, stepPrice } from '#app/state/order/order-price.ts'
import { maxContracts, missingShares } from '#app/state/order/order-totals.ts'
import type { ShownOrder } from '#app/state/order/use-order.ts'

type Fields = { symbol: string; quantity: NumberInput; limit: NumberInput }

/**
 * Returns the state of the quantity and limit fields. The parent calls this, because it needs their
 * validity too.
 */
export function useOrderFields(symbol: string, option: IncomeOption, { choice }: ShownOrder): Fields {
  const app = useAppState()
  const format = useFormat()
  const quantity = useNumberInput({
    subject: symbol,
    value: choice.contracts,
    parse: (text) => {
      const contracts = readWhole(text, format.locale)
      return contracts && contracts <= maxContracts ? contracts : undefined
    },
    format: (contracts) => format.whole(contracts),
    onChoose: (contracts) => changeOrder(app, symbol, { contracts }),
  })
  const limit = useNumberInput({
    subject: option.id,
    value: choice.price,
    parse: (text) => {
      const price = readDecimal(text.replaceAll('$', ''), format.locale)
      // A limit that the user has chosen stays valid when the market moves.
      return price !== undefined && (price === choice.price || isValidLimit(price, option))
        ? price
        : undefined
    },
    format: (price) => format.decimal(price),
    onChoose: (price) => changeOrder(app, symbol, { price: chooseLimit(price, option) }),
  })
  return { symbol, quantity, limit }
}

/**
 * Fields of the order: contracts, limit, and for calls with too few shares whether to buy the
 * missing shares.
 */
export function OrderFields({
  option,
  order,
  heldShares,
  symbol,
  quantity,
  limit,
}: {
  option: IncomeOption
  order: ShownOrder
  heldShares: number | null
} & Fields) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const app = useAppState()
  const { contracts, buyShares } = order.choice
  const sharesToBuy = missingShares(contracts, heldShares)
  return (
    <>
      <NumberField
        input={quantity}
        label={t('quantity')}
        bounds={[1, maxContracts]}
        step={(direction) => Math.min(maxContracts, Math.max(1, contracts + direction))}
        names={[t('fewer'), t('more')]}
        inputMode="numeric"
        errorText={t('quantityWrong', { most: format.whole(maxContracts) })}
      />
      <LimitField option={option} order={order} symbol={symbol} limit={limit} />
      {option.legType === 'Call' && sharesToBuy > 0 && (
        <div className="how-order-row">
          <span>{t('shares')}</span>
          <Segmented
            label={t('shares')}
            value={buyShares ? 'buy' : 'own'}
            choices={[
              { value: 'own', label: t('own') },
              { value: 'buy', label: t('buy', { shares: format.whole(sharesToBuy) }) },
            ]}
            onChange={(source) => changeOrder(app, symbol, { buyShares: source === 'buy' })}
          />
        </div>
      )}
    </>
  )
}

/**
 * Limit field with buttons for bid, mid and ask. If the market has moved away from the limit, a button takes a current
 * price. A limit above the bid has a note, because it may not be filled.
 */
function LimitField({
  option,
  order: { choice, storedOrder },
  symbol,
  limit,
}: {
  option: IncomeOption
  order: ShownOrder
  symbol: string
  limit: NumberInput
}) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const app = useAppState()
  const field = useRef<HTMLInputElement>(null)
  const movedBasis = movedBasisOf(storedOrder.price, option)
  const chooseBasis = (basis: PriceBasis) => {
    const price = priceAt(option, basis)
    limit.setValue(price)
    changeOrder(app, symbol, { price: chooseLimit(price, option, basis) })
  }
  return (
    <>
      <NumberField
        input={limit}
        field={field}
        label={t('price')}
        bounds={[Math.min(option.bid, choice.price), Math.max(option.ask, choice.price)]}
        step={(direction) => stepPrice(choice.price, direction, option)}
        names={[t('lower'), t('higher')]}
        valueText={format.money(choice.price)}
        inputMode="decimal"
        errorText={t('priceWrong', { bid: format.money(option.bid), ask: format.money(option.ask) })}
      >
        <div className="how-bases" role="group" aria-label={t('quick')}>
          {priceBases.map((basis) => (
            <Button
              key={basis}
              data-value={basis}
              pressed={!limit.isInvalid && choice.price === priceAt(option, basis)}
              onClick={() => chooseBasis(basis)}
            >
              {t(basis)} <bdi>{format.decimal(priceAt(option, basis))}</bdi>
            </Button>
          ))}
        </div>
      </NumberField>
      <LimitNote
        field={field}
        note={choice.price > option.bid && t('notAFill')}
        offer={
          movedBasis && {
            label: t('basisNow', {
              basis: t(movedBasis),
              price: format.decimal(priceAt(option, movedBasis)),
            }),
            onTake: () => chooseBasis(movedBasis),
          }
        }
      />
    </>
  )
}
