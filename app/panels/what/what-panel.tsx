/** What panel: the ideas of the latest scan. */
import './what.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { byStrength, type TradeIdea, type TradeIdeas } from '#contract/responses/ideas.ts'
import { useRefetchQuery } from '#app/api/refetch-query.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { queries } from '#app/api/queries.ts'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { isRunning, useHost } from '#app/state/host.ts'
import { currentQuotes, useMarket } from '#app/state/live.ts'
import { clearFilters, selectSymbol, setTab, type Tab, useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Note } from '#app/ui/note.tsx'
import { Panel, type PanelState, panelState } from '#app/ui/panel.tsx'
import type { FullIdeas } from './filter-and-sort.ts'
import { IdeaGrid } from './idea-grid.tsx'
import type * as LazyListFeatures from './lazy-list-features.ts'
import { ListSkeleton } from './skeleton.tsx'

const loadFeatures = () => import('./lazy-list-features.ts')

/** Lazily loaded features of the list; undefined until loaded. */
type Features = typeof LazyListFeatures | undefined

/** All ideas; those that pass the filters, in display order; and the full ideas once loaded. */
type Ideas = { all: readonly TradeIdea[]; visible: readonly TradeIdea[]; full: FullIdeas }

/** `complete`: the ideas are painted, so that deferred parts may load. */
export function WhatPanel({ complete }: { complete: boolean }) {
  const app = useAppState()
  const { t } = useTranslation('what')
  const running = useHost(isRunning)
  const query = useQuery({ ...queries.tradeIdeas(), enabled: running })
  const { data } = query
  const { stale } = useMarket()
  const refetchQuery = useRefetchQuery()
  const features = useLazyModule('what/lazy-list-features', loadFeatures, complete).data
  const list = useView((view) => view.list)
  const hasOtherList = features && list !== 'ideas'
  /** State of a list other than the ideas. */
  const [otherState, setOtherState] = useState<PanelState>('loading')
  const [full, setFull] = useState<FullIdeas>()
  const ideas = useIdeas(data, features, full)
  const isEmpty = ideas.all.length === 0
  const scanDay = data?.tradingDay ?? data?.dateOfScan?.slice(0, 10)

  const goTo = (tab: Tab) => {
    setTab(app, tab)
    // If panels are behind tabs, this one is hidden now and loses the focus. Otherwise the tab does not exist.
    document.getElementById(`tab-${tab}`)?.focus()
  }
  const pick = (symbol: string) => {
    selectSymbol(app, symbol, { by: 'user' })
    goTo('why')
  }

  return (
    <Panel
      name="what"
      state={hasOtherList ? otherState : panelState(query, { empty: isEmpty, stale })}
      heading={t('heading')}
      // Deferred, because formatting the first date takes as long as rendering half of the rows.
      meta={complete && scanDay && <ScanDate day={scanDay} age={data?.tradingDaysOld ?? 0} />}
      toolbar={
        <ListToolbar features={features} ideas={ideas} isPending={!data && !query.isError} onPick={pick} />
      }
      body={hasOtherList && <features.OtherList list={list} onState={setOtherState} goTo={goTo} />}
      problem={query.error ? problemOf(query.error) : undefined}
      onRetry={() => refetchQuery(queries.tradeIdeas().queryKey)}
      skeleton={<Skeleton />}
      quiet={!running}
      empty={<EmptyScan day={scanDay} symbols={data?.universeSize ?? 0} features={features} />}
    >
      <IdeaList ideas={ideas} complete={complete} features={features} onPick={pick} onFullIdeas={setFull} />
      {data && (
        <p className="what-basis">
          {t('basis', { count: data.universeSize })} {full && features && <features.AnnualizedNote />}
        </p>
      )}
    </Panel>
  )
}

/** The visible ideas with their keyboard navigation, and the loader of the full ideas. */
function IdeaList({
  ideas,
  complete,
  features,
  onPick,
  onFullIdeas,
}: {
  ideas: Ideas
  complete: boolean
  features: Features
  onPick: (symbol: string) => void
  onFullIdeas: (fullIdeas: FullIdeas) => void
}) {
  const { all, visible, full } = ideas
  return (
    <>
      {visible.length > 0 ? (
        <IdeaGrid ideas={visible} complete={complete} features={features} fullIdeas={full} onPick={onPick} />
      ) : (
        <NoMatch />
      )}
      {features && <features.SeeIncomeButton rows={visible.length} />}
      {features && (
        <features.FullIdeasLoader
          visibleCount={visible.length}
          totalCount={all.length}
          onLoaded={onFullIdeas}
        />
      )}
    </>
  )
}

/** Until the features are loaded, the ideas are unfiltered and sorted by strength. */
function useIdeas(data: TradeIdeas | undefined, features: Features, full: FullIdeas): Ideas {
  const app = useAppState()
  const filters = useView((view) => view.filters)
  const sort = useView((view) => view.sort)
  const all = useMemo(() => data?.tradeIdeas ?? [], [data])
  // Reads the quotes without subscribing, so that rows do not change places under the pointer.
  const visible = useMemo(
    () => features?.filterAndSort(all, filters, sort, currentQuotes(app), full) ?? all.toSorted(byStrength),
    [all, app, filters, sort, features, full],
  )
  return { all, visible, full }
}

/** Date of the scan, and its age in trading days if that is more than one. */
function ScanDate({ day, age }: { day: string; age: number }) {
  const { t } = useTranslation('what')
  const format = useBasicFormat()
  return (
    <>
      {age > 1 && (
        <Chip tone="warn" mark="!">
          {t('scanOld', { count: age })}
        </Chip>
      )}
      <bdi>{t('scan', { day: format.day(day) })}</bdi>
    </>
  )
}

/** Tabs of the lists, and the toolbar of the displayed list; placeholders of the same height until they are loaded. */
function ListToolbar({
  features,
  ideas,
  isPending,
  onPick,
}: {
  features: Features
  ideas: Ideas
  /** The response with the ideas is pending. */
  isPending: boolean
  onPick: (symbol: string) => void
}) {
  const list = useView((view) => view.list)
  const hasIdeas = ideas.all.length > 0
  return (
    <>
      {features ? <features.Lists /> : <div className="what-lists" />}
      {features && list !== 'ideas' ? (
        <features.OtherToolbar list={list} />
      ) : features && hasIdeas ? (
        <features.Toolbar
          ideas={ideas.all}
          filteredIdeas={ideas.visible}
          fullIdeas={ideas.full}
          onPick={onPick}
        />
      ) : (
        (isPending || hasIdeas) && <div className="what-toolbar what-toolbar-outline" />
      )}
    </>
  )
}

/** The scan found no ideas, or there is no scan. */
function EmptyScan({
  day,
  symbols,
  features,
}: {
  /** Date of the scan; undefined without one. */
  day: string | undefined
  /** Number of scanned symbols. */
  symbols: number
  features: Features
}) {
  const { t } = useTranslation('what')
  const format = useBasicFormat()
  if (!day) return <Note title={t('noScanTitle')}>{t('noScan')}</Note>
  return (
    <Note title={t('emptyTitle')} action={features && <features.SeeIncomeButton rows={0} />}>
      {t('emptyScan', { day: format.day(day), count: symbols })}
    </Note>
  )
}

/** No idea passes the filters. */
function NoMatch() {
  const app = useAppState()
  const { t } = useTranslation('what')
  return (
    <Note
      title={t('noMatchTitle')}
      action={
        <Button data-action="clear-filters" onClick={() => clearFilters(app)}>
          {t('filter.clearAll')}
        </Button>
      }
    >
      {t('noMatch')}
    </Note>
  )
}

const Skeleton = () => (
  <div className="what-skeleton">
    <ListSkeleton />
  </div>
)
