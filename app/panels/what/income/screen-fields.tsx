/** Filters of the best income trades that the ideas do not have. */
import { sentiments } from '#contract/responses/lists/ideas.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useSector } from '#app/i18n/sector.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setFilters, setScreen } from '#app/state/choices/list-choice.ts'
import { type Screen, type ScreenAmount, useView } from '#app/state/view.ts'
import { FilterSelect } from '#app/panels/what/filters/filter-select.tsx'
import { AmountInput } from '#app/panels/what/income-fields.tsx'
import { priceScreens } from './income-query.ts'

/** Sectors of the data, as its English names. */
const sectors = [
  'Technology',
  'Financial Services',
  'Healthcare',
  'Consumer Cyclical',
  'Consumer Defensive',
  'Communication Services',
  'Industrials',
  'Energy',
  'Utilities',
  'Real Estate',
  'Basic Materials',
  'Exchange Traded Fund',
]

/** Amounts of the screen, with the factor of inputs in percent and the maximum of the input. */
const amounts: readonly (readonly [
  name: ScreenAmount,
  input: { unit?: number; max?: number; whole?: true },
])[] = [
  ['maxCash', {}],
  ['minProbability', { unit: 100, max: 100 }],
  ['maxDelta', { max: 1 }],
  ['minDays', { whole: true }],
  ['maxDays', { whole: true }],
  ['maxSpread', { unit: 100 }],
  ['minOpenInterest', { whole: true }],
  ['minIvPercentile', { max: 100 }],
]

/** Returns the number of filters of the screen that are set. Its order is no filter. */
export const countScreen = (screen: Screen): number =>
  Object.values({ ...screen, sort: undefined, order: undefined }).filter((value) => value !== undefined)
    .length

/** `hiddenBy`: id of the note about hidden prices; filters of prices then have no effect. */
export function ScreenFields({ hiddenBy }: { hiddenBy: string | undefined }) {
  const app = useAppState()
  const { t } = useTranslation(['ideas', 'common'])
  const screen = useView((view) => view.screen)
  const sector = useView((view) => view.filters.sector)
  const sectorName = useSector()
  return (
    <>
      {amounts.map(([name, input]) => (
        <AmountInput
          key={name}
          {...input}
          name={name}
          label={t(`screen.${name}`)}
          value={screen[name] ?? ''}
          disabledBy={(priceScreens as readonly string[]).includes(name) ? hiddenBy : undefined}
          onChange={(amount) => setScreen(app, { [name]: amount === '' ? undefined : amount })}
        />
      ))}
      <FilterSelect
        name="trend"
        label={t('screen.trend')}
        value={screen.trend ?? ''}
        onChange={(trend) => setScreen(app, { trend: sentiments.find((sentiment) => sentiment === trend) })}
      >
        {sentiments.map((sentiment) => (
          <option key={sentiment} value={sentiment}>
            {t(`common:sentiment.${sentiment}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        name="sector"
        label={t('screen.sector')}
        value={sector}
        onChange={(value) => setFilters(app, { sector: value })}
      >
        {sectors
          .map((value) => [value, sectorName(value)] as const)
          .toSorted(([, a], [, b]) => a.localeCompare(b))
          .map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
      </FilterSelect>
      <label className="filters-check">
        <input
          type="checkbox"
          data-filter="noDividend"
          checked={screen.noDividend ?? false}
          onChange={({ target }) => setScreen(app, { noDividend: target.checked || undefined })}
        />
        <span>{t('screen.noDividend')}</span>
      </label>
    </>
  )
}
