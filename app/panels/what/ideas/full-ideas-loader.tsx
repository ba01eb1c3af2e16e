/** Loads the full ideas, and announces the order of the list to screen readers. */
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { useView } from '#app/state/view.ts'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { needsFullIdeas, type FullIdeas } from '#app/panels/what/filters/filter-and-sort.ts'
import { isDeferred } from './columns.ts'

type Props = {
  /** Number of displayed ideas. */
  visibleCount: number
  /** Number of all ideas. */
  totalCount: number
  onLoaded: (fullIdeas: FullIdeas) => void
}

export const FullIdeasLoader = (props: Props) => (
  <Suspense>
    <OrderAnnouncement {...props} />
    <Loader {...props} />
  </Suspense>
)

function OrderAnnouncement({ visibleCount, totalCount }: Props) {
  const { t } = useTranslation(['filters', 'what'])
  const { column, descending } = useView((view) => view.sort)
  return (
    <LiveRegion>
      {t('sorted', {
        column: isDeferred(column) ? t(`columnName.${column}`) : t(`what:columnName.${column}`),
        order: t(column === 'strength' && descending ? 'strongest' : descending ? 'descending' : 'ascending'),
        shown: visibleCount,
        total: totalCount,
      })}
    </LiveRegion>
  )
}

/**
 * Requests the full ideas if a filter, the order or a visible column needs them. If only a column needs
 * them, it waits until no other request is pending.
 */
function Loader({ onLoaded }: Props) {
  const { t } = useTranslation('filters')
  const marker = useRef<HTMLSpanElement>(null)
  const isRequired = useView(({ filters, sort }) => needsFullIdeas(filters, sort))
  const isColumnVisible = useColumnVisible(marker)
  const isIdle = useWasIdle()
  const { data, isError } = useQuery({
    ...lazyQueries.fullIdeas(),
    enabled: isRequired || (isColumnVisible && isIdle),
  })
  const fullIdeas = useMemo(() => data && new Map(data.tradeIdeas.map((idea) => [idea.symbol, idea])), [data])
  useEffect(() => onLoaded(fullIdeas), [onLoaded, fullIdeas])
  return (
    <>
      <span ref={marker} hidden />
      {(isRequired || isColumnVisible) && isError && !data && (
        <p className="what-basis" role="status">
          {t('wholeFailed')}
        </p>
      )}
    </>
  )
}

/** Returns whether the query cache has been idle at least once, that is without pending requests. */
function useWasIdle(): boolean {
  const cache = useQueryClient().getQueryCache()
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (isIdle) return
    const check = () => setIsIdle(cache.getAll().every(({ state }) => state.fetchStatus === 'idle'))
    check()
    // A component that renders a query for the first time notifies the cache, and may not update this one meanwhile.
    return cache.subscribe(notifyManager.batchCalls(check))
  }, [cache, isIdle])
  return isIdle
}

/** Returns whether the panel is wide enough for the yield column, the first deferred column that appears. */
function useColumnVisible(marker: React.RefObject<HTMLElement | null>): boolean {
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    const panel = marker.current?.closest('.panel')
    if (!panel) return
    const observer = new ResizeObserver(() =>
      setIsVisible(panel.querySelector('th.column-yield')?.checkVisibility() ?? false),
    )
    observer.observe(panel)
    return () => observer.disconnect()
  }, [marker])
  return isVisible
}
