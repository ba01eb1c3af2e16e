/** Filter fields for option sellers. The ideas and the best income trades share the values of these filters. */
import { useId, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { setFilters } from '#app/state/list-choice.ts'
import { type IdeaFilters, useView } from '#app/state/view.ts'
import { UnpricedNote } from '#app/ui/unknown.tsx'
import type { HiddenFigures } from './hidden-prices.ts'

type AmountFilter = 'minPrice' | 'maxPrice' | 'minYield' | 'minIvRank'

/** `hidden`: figures that the partner may not show; their filters are disabled, with the reason. */
export function IncomeFields({ hidden }: { hidden: HiddenFigures }) {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const noEarnings = useView((view) => view.filters.noEarnings)
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const noteId = useId()
  const reasonId = (isHidden: boolean) => (isHidden ? noteId : undefined)
  return (
    <>
      <AmountField name="minPrice" disabledBy={reasonId(hidden.prices)} />
      <AmountField name="maxPrice" disabledBy={reasonId(hidden.prices)} />
      {!hidesAnnualized && <AmountField name="minYield" unit={100} disabledBy={reasonId(hidden.yields)} />}
      <AmountField name="minIvRank" max={100} />
      <label className="filters-check">
        <input
          type="checkbox"
          data-filter="noEarnings"
          checked={noEarnings}
          onChange={({ target }) => setFilters(app, { noEarnings: target.checked })}
        />
        <span>{t('fields.noEarnings')}</span>
      </label>
      {(hidden.prices || hidden.yields) && (
        <UnpricedNote subject={null} hasUnusedFilters className="filters-note" id={noteId} />
      )}
    </>
  )
}

/** Number field of a filter. The filter value is the input divided by `unit`: 100 for an input in percent. */
function AmountField({
  name,
  unit = 1,
  max,
  disabledBy,
}: {
  name: AmountFilter
  unit?: number
  max?: number
  /** Id of the element that says why the filter has no effect. */
  disabledBy?: string | undefined
}) {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const value = useView((view) => view.filters[name])
  const [input, setInput] = useState(value === '' ? '' : String(+(value * unit).toFixed(6)))
  // Shows the user's input, or nothing once the filter has been cleared elsewhere.
  const text = value === '' && amountOf(input, unit, max) !== '' ? '' : input
  return (
    <label>
      <span>{t(`fields.${name}`)}</span>
      <input
        type="number"
        className="field"
        data-filter={name}
        inputMode="decimal"
        min={0}
        max={max}
        step="any"
        autoComplete="off"
        disabled={disabledBy !== undefined}
        aria-describedby={disabledBy}
        dir="ltr"
        value={text}
        onChange={({ target }) => {
          setInput(target.value)
          setFilters(app, { [name]: amountOf(target.value, unit, max) })
        }}
      />
    </label>
  )
}

/** Parses the input; returns '' if it is empty or not a valid filter value. */
function amountOf(text: string, unit: number, max = Infinity): IdeaFilters[AmountFilter] {
  const amount = Number(text)
  return text !== '' && amount >= 0 && amount <= max ? amount / unit : ''
}
