/** What panel: the ideas of the latest scan. */
import './what.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { byStrength, type WireTradeIdea, type WireTradeIdeas } from '#contract/responses/ideas.ts'
import { useRefetchQuery } from '#app/api/refetch-query.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { queries } from '#app/api/queries.ts'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { wasSessionOpened, useHost } from '#app/state/host.ts'
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

/** `all`: unfiltered. `visible`: those that pass the filters, in display order. */
type Ideas = { all: readonly WireTradeIdea[]; visible: readonly WireTradeIdea[]; fullIdeas: FullIdeas }

/** `isPainted`: whether the ideas have been painted. Deferred content is loaded after that. */
export function WhatPanel({ isPainted }: { isPainted: boolean }) {
  const app = useAppState()
  const { t } = useTranslation('what')
  const hasSession = useHost(wasSessionOpened)
  const query = useQuery({ ...queries.tradeIdeas(), enabled: hasSession })
  const { data } = query
  const { stale } = useMarket()
  const refetchQuery = useRefetchQuery()
  const features = useLazyModule('what/lazy-list-features', loadFeatures, isPainted).data
  const list = useView((view) => view.list)
  const isOtherListShown = features && list !== 'ideas'
  const [otherListState, setOtherListState] = useState<PanelState>('loading')
  const [fullIdeas, setFullIdeas] = useState<FullIdeas>()
  const ideas = useIdeas(data, features, fullIdeas)
  const isEmpty = ideas.all.length === 0
  const scanDay = data?.tradingDay ?? data?.dateOfScan?.slice(0, 10)

  const goToPanel = (tab: Tab) => {
    setTab(app, tab)
    // If panels are behind tabs, this panel is hidden now and would lose the focus.
    document.getElementById(`tab-${tab}`)?.focus()
  }
  const pick = (symbol: string) => {
    selectSymbol(app, symbol, { origin: 'user' })
    goToPanel('why')
  }

  return (
    <Panel
      name="what"
      state={isOtherListShown ? otherListState : panelState(query, { empty: isEmpty, stale })}
      heading={t('heading')}
      // Deferred, because formatting the first date takes as long as rendering half of the rows.
      meta={isPainted && scanDay && <ScanDate day={scanDay} age={data?.tradingDaysOld ?? 0} />}
      toolbar={
        <ListToolbar features={features} ideas={ideas} isPending={!data && !query.isError} onPick={pick} />
      }
      body={
        isOtherListShown && <features.OtherList list={list} onState={setOtherListState} goTo={goToPanel} />
      }
      problem={query.error ? problemOf(query.error) : undefined}
      onRetry={() => refetchQuery(queries.tradeIdeas().queryKey)}
      skeleton={<Skeleton />}
      quiet={!hasSession}
      empty={<EmptyScan day={scanDay} symbolCount={data?.universeSize ?? 0} features={features} />}
    >
      <IdeaList
        ideas={ideas}
        isPainted={isPainted}
        features={features}
        onPick={pick}
        onFullIdeas={setFullIdeas}
      />
      {data && (
        <p className="what-basis">
          {t('basis', { count: data.universeSize })} {fullIdeas && features && <features.AnnualizedNote />}
        </p>
      )}
      {features && <features.IdeasNote />}
    </Panel>
  )
}

/** The grid of visible ideas, or a note without them, and the loader of the full ideas. */
function IdeaList({
  ideas,
  isPainted,
  features,
  onPick,
  onFullIdeas,
}: {
  ideas: Ideas
  isPainted: boolean
  features: Features
  onPick: (symbol: string) => void
  onFullIdeas: (fullIdeas: FullIdeas) => void
}) {
  const { all, visible, fullIdeas } = ideas
  return (
    <>
      {visible.length > 0 ? (
        <IdeaGrid
          ideas={visible}
          isPainted={isPainted}
          features={features}
          fullIdeas={fullIdeas}
          onPick={onPick}
        />
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

/**
 * Returns the ideas of the panel. Until the features are loaded, they are unfiltered and sorted by
 * strength.
 */
function useIdeas(data: WireTradeIdeas | undefined, features: Features, fullIdeas: FullIdeas): Ideas {
  const app = useAppState()
  const filters = useView((view) => view.filters)
  const sort = useView((view) => view.sort)
  const all = useMemo(() => data?.tradeIdeas ?? [], [data])
  // Reads the quotes without subscribing: a new quote must not move rows under the pointer.
  const visible = useMemo(
    () =>
      features?.filterAndSort(all, filters, sort, currentQuotes(app), fullIdeas) ?? all.toSorted(byStrength),
    [all, app, filters, sort, features, fullIdeas],
  )
  return { all, visible, fullIdeas }
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

/**
 * Tabs of the lists and toolbar of the displayed list. Until they are loaded, placeholders have the same
 * height.
 */
function ListToolbar({
  features,
  ideas,
  isPending,
  onPick,
}: {
  features: Features
  ideas: Ideas
  /** Whether the response with the ideas is pending. */
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
          fullIdeas={ideas.fullIdeas}
          onPick={onPick}
        />
      ) : (
        (isPending || hasIdeas) && <div className="what-toolbar what-toolbar-outline" />
      )}
    </>
  )
}

/** Note for a scan without ideas, or for a missing scan. */
function EmptyScan({
  day,
  symbolCount,
  features,
}: {
  /** Date of the scan; undefined without one. */
  day: string | undefined
  /** Number of scanned symbols. */
  symbolCount: number
  features: Features
}) {
  const { t } = useTranslation('what')
  const format = useBasicFormat()
  if (!day) return <Note title={t('noScanTitle')}>{t('noScan')}</Note>
  return (
    <Note title={t('emptyTitle')} action={features && <features.SeeIncomeButton rows={0} />}>
      {t('emptyScan', { day: format.day(day), count: symbolCount })}
    </Note>
  )
}

/** Note that no idea passes the filters. */
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
