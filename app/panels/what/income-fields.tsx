/** Filter fields for option sellers. The ideas and the best income trades share the values of these filters. */
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { setFilters } from '#app/state/choices/list-choice.ts'
import { useView } from '#app/state/view.ts'
import { UnpricedNote } from '#app/ui/unknown.tsx'
import type { HiddenFigures } from './hidden-prices.ts'
import { NoEarningsFilter } from './no-earnings-filter.tsx'

type AmountFilter = 'minPrice' | 'maxPrice' | 'minYield' | 'minIvRank'

/**
 * `hasNoEarnings`: whether the filter of earnings is one of the fields; false if it is displayed elsewhere. `hidden`:
 * figures that the partner may not show; their filters are disabled, with the reason. `noteId`: id of the element with the
 * reason.
 */
export function IncomeFields({
  hasNoEarnings = true,
  hidden,
  noteId,
}: {
  hasNoEarnings?: boolean
  hidden: HiddenFigures
  noteId: string
}) {
  const { t } = useTranslation('ideas')
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const reasonId = (isHidden: boolean) => (isHidden ? noteId : undefined)
  return (
    <>
      <AmountField name="minPrice" disabledBy={reasonId(hidden.prices)} />
      <AmountField name="maxPrice" disabledBy={reasonId(hidden.prices)} />
      {!hidesAnnualized && <AmountField name="minYield" unit={100} disabledBy={reasonId(hidden.yields)} />}
      <AmountField name="minIvRank" max={100} />
      {hasNoEarnings && (
        <NoEarningsFilter className="filters-check">{t('fields.noEarnings')}</NoEarningsFilter>
      )}
      {(hidden.prices || hidden.yields) && (
        <UnpricedNote subject={null} hasUnusedFilters className="filters-note" id={noteId} />
      )}
    </>
  )
}

/** Number field of a filter of the ideas. */
function AmountField({
  name,
  ...rest
}: Omit<AmountInputProps, 'label' | 'value' | 'onChange'> & { name: AmountFilter }) {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const value = useView((view) => view.filters[name])
  return (
    <AmountInput
      {...rest}
      name={name}
      label={t(`fields.${name}`)}
      value={value}
      onChange={(amount) => setFilters(app, { [name]: amount })}
    />
  )
}

type AmountInputProps = {
  name: string
  label: string
  value: number | ''
  /** Only whole numbers. */
  whole?: boolean
  /** The filter value is the input divided by this: 100 for an input in percent. */
  unit?: number
  max?: number
  /** Id of the element that says why the filter has no effect. */
  disabledBy?: string | undefined
  onChange: (amount: number | '') => void
}

/** Number field; empty for no filter. */
export function AmountInput({
  name,
  label,
  value,
  whole = false,
  unit = 1,
  max,
  disabledBy,
  onChange,
}: AmountInputProps) {
  const [input, setInput] = useState(value === '' ? '' : String(+(value * unit).toFixed(6)))
  const amountOfInput = amountOf(input, unit, max, whole)
  // Shows the user's input, or the value if it has been set or cleared elsewhere.
  const text = value === amountOfInput ? input : value === '' ? '' : String(+(value * unit).toFixed(6))
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        className="field"
        data-filter={name}
        inputMode={whole ? 'numeric' : 'decimal'}
        min={0}
        max={max}
        step={whole ? 1 : 'any'}
        autoComplete="off"
        disabled={disabledBy !== undefined}
        aria-describedby={disabledBy}
        dir="ltr"
        value={text}
        onChange={({ target }) => {
          setInput(target.value)
          onChange(amountOf(target.value, unit, max, whole))
        }}
      />
    </label>
  )
}

/** Parses the input; returns '' if it is empty or not a valid filter value. */
function amountOf(text: string, unit: number, max = Infinity, whole = false): number | '' {
  const amount = Number(text)
  return text !== '' && amount >= 0 && amount <= max && (!whole || Number.isInteger(amount))
    ? amount / unit
    : ''
}
