/** Toolbar of the ideas: direction filter, form with the other filters, and calendar of upcoming events. */
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireTradeIdea } from '#contract/responses/lists/ideas.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setFilters } from '#app/state/choices/list-choice.ts'
import { useView } from '#app/state/view.ts'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { countDirections, countFilters, type FullIdeas } from './filters/filter-and-sort.ts'
import { FiltersButton } from './filters/filters-button.tsx'
import { SortSelect } from './filters/sort-select.tsx'

const FilterForm = lazy(() => import('./filters/filter-form.tsx').then((m) => ({ default: m.FilterForm })))
const CalendarStrip = lazy(() =>
  import('./calendar/calendar-strip.tsx').then((m) => ({ default: m.CalendarStrip })),
)

export function Toolbar({
  ideas,
  filteredIdeas,
  fullIdeas,
  onPick,
}: {
  /** All ideas, unfiltered. */
  ideas: readonly WireTradeIdea[]
  filteredIdeas: readonly WireTradeIdea[]
  fullIdeas: FullIdeas
  onPick: (symbol: string) => void
}) {
  const app = useAppState()
  const { t } = useTranslation('filters')
  const filters = useView((view) => view.filters)
  const isCalendarOpen = useView((view) => view.calendar)
  const [open, setOpen] = useState(false)
  const counts = useMemo(() => countDirections(ideas, filters, fullIdeas), [ideas, filters, fullIdeas])
  return (
    <>
      <div
        className={
          open || filters.direction !== 'all'
            ? 'what-toolbar ideas-toolbar ideas-toolbar-open'
            : 'what-toolbar ideas-toolbar'
        }
      >
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
        <SortSelect idea={ideas[0]} fullIdeas={fullIdeas} />
        <FiltersButton count={countFilters(filters)} open={open} onToggle={() => setOpen(!open)} />
        {open && (
          <Suspense>
            <FilterForm ideas={ideas} />
          </Suspense>
        )}
      </div>
      {isCalendarOpen && (
        <Suspense fallback={<div className="calendar-outline" />}>
          <CalendarStrip symbols={filteredIdeas.map(({ symbol }) => symbol)} onPick={onPick} />
        </Suspense>
      )}
    </>
  )
}
