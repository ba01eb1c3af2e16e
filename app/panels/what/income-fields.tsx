/** The filters that a seller of options asks by: of the ideas and of the best income trades alike. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppState } from '#app/state/app-state.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { type IdeaFilters, setFilters, useView } from '#app/state/view.ts'

type Amount = 'minPrice' | 'maxPrice' | 'minYield' | 'minIvRank'

export function IncomeFields() {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const noEarnings = useView((view) => view.filters.noEarnings)
  const hidden = useHost(isAnnualizedHidden)
  return (
    <>
      <AmountField name="minPrice" />
      <AmountField name="maxPrice" />
      {!hidden && <AmountField name="minYield" unit={100} />}
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
    </>
  )
}

/** `unit`: what is typed for 1 of the filter's own: 12 stands for 0.12 a year. */
function AmountField({ name, unit = 1, max }: { name: Amount; unit?: number; max?: number }) {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const value = useView((view) => view.filters[name])
  const [typed, setTyped] = useState(value === '' ? '' : String(+(value * unit).toFixed(6)))
  // What is typed stays as it is typed, unless the filter was cleared elsewhere.
  const text = value === '' && amountOf(typed, unit, max) !== '' ? '' : typed
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
        dir="ltr"
        value={text}
        onChange={({ target }) => {
          setTyped(target.value)
          setFilters(app, { [name]: amountOf(target.value, unit, max) })
        }}
      />
    </label>
  )
}

/** '' where nothing is typed, or nothing that a filter could be. */
function amountOf(text: string, unit: number, max = Infinity): IdeaFilters[Amount] {
  const amount = Number(text)
  return text !== '' && amount >= 0 && amount <= max ? amount / unit : ''
}
