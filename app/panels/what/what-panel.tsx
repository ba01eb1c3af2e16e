/** What: the ideas of the latest scan. */
import './what.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { byStrength } from '#contract/responses/ideas.ts'
import { useAskAgain } from '#app/api/ask-again.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { queries } from '#app/api/queries.ts'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { isRunning, useHost } from '#app/state/host.ts'
import { quotesNow, useMarket } from '#app/state/live.ts'
import { clearFilters, selectSymbol, setTab, type Tab, useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Note } from '#app/ui/note.tsx'
import { Panel, type PanelState, panelState } from '#app/ui/panel.tsx'
import type { Whole } from './filter-and-sort.ts'
import { IdeaGrid } from './idea-grid.tsx'
import { ListSkeleton } from './skeleton.tsx'

const loadTools = () => import('./lazy-list-features.ts')

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
  const askAgain = useAskAgain()
  const tools = useLazyModule('what/tools', loadTools, complete).data
  const list = useView((view) => view.list)
  const other = tools && list !== 'ideas'
  /** Of another list than the ideas. */
  const [otherState, setOtherState] = useState<PanelState>('loading')
  const [whole, setWhole] = useState<Whole>()

  const { data } = query
  const all = useMemo(() => data?.tradeIdeas ?? [], [data])
  // Not with every quote: rows do not change places under the pointer.
  const ideas = useMemo(
    () => tools?.filterAndSort(all, filters, sort, quotesNow(app), whole) ?? all.toSorted(byStrength),
    [all, app, filters, sort, tools, whole],
  )
  const scanDay = data?.tradingDay ?? data?.dateOfScan?.slice(0, 10)
  const age = data?.tradingDaysOld ?? 0
  const isNone = (data || query.isError) && all.length === 0

  const goTo = (tab: Tab) => {
    setTab(app, tab)
    // Where panels are behind tabs this one is hidden now; elsewhere there is no tab that could take the focus.
    document.getElementById(`tab-${tab}`)?.focus()
  }
  const pick = (symbol: string) => {
    selectSymbol(app, symbol, { by: 'user' })
    goTo('why')
  }

  return (
    <Panel
      name="what"
      state={other ? otherState : panelState(query, { empty: all.length === 0, stale })}
      heading={t('heading')}
      meta={
        // A moment after the list: the first date that is written costs as much as half of the rows.
        complete &&
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
      toolbar={
        <>
          {tools ? <tools.Lists /> : <div className="what-lists" />}
          {other ? (
            <tools.OtherToolbar list={list} />
          ) : tools && all.length > 0 ? (
            <tools.Toolbar ideas={all} shown={ideas} whole={whole} onPick={pick} />
          ) : (
            !isNone && <div className="what-toolbar what-toolbar-outline" />
          )}
        </>
      }
      body={other && <tools.OtherList list={list} onState={setOtherState} goTo={goTo} />}
      problem={query.error ? problemOf(query.error) : undefined}
      onRetry={() => askAgain(queries.tradeIdeas().queryKey)}
      skeleton={<Skeleton />}
      quiet={!running}
      empty={
        scanDay ? (
          <Note title={t('emptyTitle')} action={tools && <tools.WhatElse rows={0} />}>
            {t('emptyScan', { day: format.day(scanDay), count: data?.universeSize ?? 0 })}
          </Note>
        ) : (
          <Note title={t('noScanTitle')}>{t('noScan')}</Note>
        )
      }
    >
      {ideas.length > 0 ? (
        <IdeaGrid ideas={ideas} complete={complete} tools={tools} whole={whole} onPick={pick} />
      ) : (
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
      )}
      {tools && <tools.WhatElse rows={ideas.length} />}
      {tools && <tools.Beside shown={ideas.length} total={all.length} whole={whole} onWhole={setWhole} />}
      {data && (
        <p className="what-basis">
          {t('basis', { count: data.universeSize })} {whole && tools && <tools.AnnualizedNote />}
        </p>
      )}
    </Panel>
  )
}

const Skeleton = () => (
  <div className="what-skeleton">
    <ListSkeleton />
  </div>
)
