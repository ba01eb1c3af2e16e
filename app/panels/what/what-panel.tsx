/** What panel: the ideas of the latest scan. */
import './what.css'
import './filters/filters.css'
import './ideas/ideas.css'
import './ideas/rows.css'
import './ideas/columns.css'
import './ideas/skeleton.css'
import './ideas/print.css'
import './phone.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { byStrength } from '#contract/responses/lists/idea-order.ts'
import type { WireTradeIdea, WireTradeIdeas } from '#contract/responses/lists/ideas.ts'
import { useRefetchQuery } from '#app/api/refetch-query.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { queries } from '#app/api/queries.ts'
import { useAppState } from '#app/state/app-state.ts'
import { wasSessionOpened, useHost } from '#app/state/host.ts'
import { currentQuotes, useMarket } from '#app/state/live.ts'
import { selectSymbol, setTab, type Tab, useView } from '#app/state/view.ts'
import { Panel, type PanelState, panelState } from '#app/ui/panel.tsx'
import { overscan } from '#app/ui/visible-rows.ts'
import type { FullIdeas } from './filters/filter-and-sort.ts'
import { IdeaGrid } from './ideas/idea-grid.tsx'
import type * as LazyListFeatures from './lazy-list-features.ts'
import { ListSkeleton } from './skeleton.tsx'

/** Name and loader of the features, for `useLazyModule`. */
export const listFeatures = ['what/lazy-list-features', () => import('./lazy-list-features.ts')] as const

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
  const features = useLazyModule(...listFeatures, isPainted).data
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
      meta={features && scanDay && <features.ScanDate day={scanDay} ideas={data} />}
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
      empty={features && <features.EmptyScan day={scanDay} symbolCount={data?.universeSize ?? 0} />}
    >
      <IdeaList ideas={ideas} features={features} onPick={pick} onFullIdeas={setFullIdeas} />
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
  features,
  onPick,
  onFullIdeas,
}: {
  ideas: Ideas
  features: Features
  onPick: (symbol: string) => void
  onFullIdeas: (fullIdeas: FullIdeas) => void
}) {
  const { all, visible, fullIdeas } = ideas
  // Rows outside the visible part wait until the other panels are rendered.
  const [wasIdle, setWasIdle] = useState(false)
  return (
    <>
      {visible.length > 0 ? (
        <IdeaGrid
          ideas={visible}
          overscan={wasIdle ? overscan : 0}
          features={features}
          fullIdeas={fullIdeas}
          onPick={onPick}
        />
      ) : (
        features && <features.NoMatch />
      )}
      {features && <features.SeeIncomeButton rows={visible.length} />}
      {features && (
        <features.FullIdeasLoader
          visibleCount={visible.length}
          totalCount={all.length}
          onLoaded={onFullIdeas}
          wasIdle={wasIdle}
          onIdle={setWasIdle}
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

const Skeleton = () => (
  <div className="what-skeleton">
    <ListSkeleton />
  </div>
)
