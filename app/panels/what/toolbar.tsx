/** Above the list: which direction is shown, the form of the other filters, and the calendar of what is ahead. */
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeIdea } from '#contract/responses/ideas.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setFilters, useView } from '#app/state/view.ts'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { countDirections, countFilters, type Whole } from './filter-and-sort.ts'
import { FiltersButton } from './filters-button.tsx'

const FilterForm = lazy(() => import('./filter-form.tsx').then((m) => ({ default: m.FilterForm })))
const CalendarStrip = lazy(() =>
  import('./calendar/calendar-strip.tsx').then((m) => ({ default: m.CalendarStrip })),
)

/**
 * @param ideas all of them, whatever the filters say
 * @param shown those that pass
 */
export function Toolbar({
  ideas,
  shown,
  whole,
  onPick,
}: {
  ideas: readonly TradeIdea[]
  shown: readonly TradeIdea[]
  whole: Whole
  onPick: (symbol: string) => void
}) {
  const app = useAppState()
  const { t } = useTranslation('what')
  const filters = useView((view) => view.filters)
  const calendar = useView((view) => view.calendar)
  const [open, setOpen] = useState(false)
  const counts = useMemo(() => countDirections(ideas, filters, whole), [ideas, filters, whole])
  return (
    <>
      <div className="what-toolbar">
        <Segmented
          label={t('filter.direction')}
          value={filters.direction}
          choices={(['all', 'Bullish', 'Bearish'] as const).map((value) => ({
            value,
            label: (
              <>
                {t(`filter.${value}`)} <span className="what-count">{counts[value]}</span>
              </>
            ),
          }))}
          onChange={(direction) => setFilters(app, { direction })}
        />
        <FiltersButton count={countFilters(filters)} open={open} onToggle={() => setOpen(!open)} />
        {open && (
          <Suspense>
            <FilterForm ideas={ideas} />
          </Suspense>
        )}
      </div>
      {calendar && (
        <Suspense fallback={<div className="calendar-outline" />}>
          <CalendarStrip symbols={shown.map(({ symbol }) => symbol)} onPick={onPick} />
        </Suspense>
      )}
    </>
  )
}
