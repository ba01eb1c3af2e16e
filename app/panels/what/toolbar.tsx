/** Above the list: which direction is shown, and the form of the other filters. */
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeIdea } from '#contract/ideas.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setFilters, useView } from '#app/state/view.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { countDirections, countFilters } from './filter-and-sort.ts'

const filterIcon = 'M2 3.5h12M4.5 8h7M6.5 12.5h3'

const FilterForm = lazy(() => import('./filter-form.tsx').then((m) => ({ default: m.FilterForm })))

/** @param ideas all of them, whatever the filters say */
export function Toolbar({ ideas }: { ideas: readonly TradeIdea[] }) {
  const app = useAppState()
  const { t } = useTranslation('what')
  const filters = useView((view) => view.filters)
  const [open, setOpen] = useState(false)
  const counts = useMemo(() => countDirections(ideas, filters), [ideas, filters])
  const filtered = countFilters(filters)
  return (
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
      <Button
        kind="quiet"
        className="what-more"
        data-action="filters"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon path={filterIcon} />
        {filtered ? t('filter.moreCount', { count: filtered }) : t('filter.more')}
      </Button>
      {open && (
        <Suspense>
          <FilterForm ideas={ideas} />
        </Suspense>
      )}
    </div>
  )
}
