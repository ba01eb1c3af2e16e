/** What: the ideas of the latest scan. */
import './what.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { isRunning, useHost } from '#app/state/host.ts'
import { quotesNow, useMarket } from '#app/state/live.ts'
import { clearFilters, selectSymbol, setFilters, setTab, useView } from '#app/state/view.ts'
import { Button } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Bones, Note, Panel, panelState } from '#app/ui/panel.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { filterAndSort, countDirections, countFilters } from './filter-and-sort.ts'
import { IdeaGrid } from './idea-grid.tsx'

const filterIcon = 'M2 3.5h12M4.5 8h7M6.5 12.5h3'

const FilterForm = lazy(() => import('./filter-form.tsx').then((m) => ({ default: m.FilterForm })))

/** `complete`: the ideas are on screen, and what they do not need for that may be loaded. */
export function WhatPanel({ complete }: { complete: boolean }) {
  const app = useAppState()
  const { t } = useTranslation('what')
  const format = useBasicFormat()
  const running = useHost(isRunning)
  const query = useQuery({ ...queries.tradeIdeas(), enabled: running })
  const filters = useView((view) => view.filters)
  const sort = useView((view) => view.sort)
  const { stale } = useMarket()
  const [open, setOpen] = useState(false)

  const { data } = query
  const all = useMemo(() => data?.tradeIdeas ?? [], [data])
  // Not with every quote: rows do not change places under the pointer.
  const ideas = useMemo(() => filterAndSort(all, filters, sort, quotesNow(app)), [all, app, filters, sort])
  const counts = useMemo(() => countDirections(all, filters), [all, filters])
  const filtered = countFilters(filters)
  const scanDay = data?.tradingDay ?? data?.dateOfScan?.slice(0, 10)
  const age = data?.tradingDaysOld ?? 0

  const pick = (symbol: string) => {
    selectSymbol(app, symbol, { by: 'user' })
    setTab(app, 'why')
    // Where panels are behind tabs this one is hidden now; elsewhere there is no tab that could take the focus.
    document.getElementById('tab-why')?.focus()
  }

  const toolbar = all.length > 0 && (
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
      <Button kind="quiet" className="what-more" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon path={filterIcon} />
        {filtered ? t('filter.moreCount', { count: filtered }) : t('filter.more')}
      </Button>
      {open && (
        <Suspense>
          <FilterForm ideas={all} />
        </Suspense>
      )}
    </div>
  )

  return (
    <Panel
      name="what"
      state={panelState(query, { empty: all.length === 0, stale })}
      heading={t('heading')}
      meta={
        scanDay && (
          <>
            {age > 1 && (
              <Chip tone="warn" mark="!">
                {t('scanOld', { count: age })}
              </Chip>
            )}
            <bdi>{t('scan', { day: format.day(scanDay) })}</bdi>
          </>
        )
      }
      toolbar={data || query.isError ? toolbar : <div className="what-toolbar what-toolbar-outline" />}
      problem={query.error ? problemOf(query.error) : undefined}
      onRetry={() => void query.refetch()}
      skeleton={<Skeleton />}
      quiet={!running}
      empty={
        scanDay ? (
          <Note title={t('emptyTitle')}>
            {t('emptyScan', { day: format.day(scanDay), count: data?.universeSize ?? 0 })}
          </Note>
        ) : (
          <Note title={t('noScanTitle')}>{t('noScan')}</Note>
        )
      }
    >
      {ideas.length > 0 ? (
        <IdeaGrid ideas={ideas} complete={complete} onPick={pick} />
      ) : (
        <Note
          title={t('noMatchTitle')}
          action={<Button onClick={() => clearFilters(app)}>{t('filter.clearAll')}</Button>}
        >
          {t('noMatch')}
        </Note>
      )}
      <LiveRegion>
        {t('sorted', {
          column: t(`columnName.${sort.column ?? 'technicalRank'}`),
          order: t(sort.column === null ? 'strongest' : sort.descending ? 'descending' : 'ascending'),
          shown: ideas.length,
          total: all.length,
        })}
      </LiveRegion>
      {data && <p className="what-basis">{t('basis', { count: data.universeSize })}</p>}
    </Panel>
  )
}

const Skeleton = () => (
  <div className="what-skeleton">
    <div className="what-skeleton-head" />
    {Array.from({ length: 14 }, (_, index) => (
      <div key={index} className="what-skeleton-row">
        <Bones count={4} />
      </div>
    ))}
  </div>
)
