/** Loads the full ideas, and announces the order of the list to screen readers. */
import { notifyManager, type QueryCache, useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, Suspense, useEffect, useMemo, useRef, useState } from 'react'
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
  /** Whether `onIdle` was called. */
  wasIdle: boolean
  /** Called once when no request is pending and the browser has rendered the responses. */
  onIdle: (wasIdle: true) => void
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
 * them, it waits until no other request is pending and the other panels are rendered.
 */
function Loader({ onLoaded, wasIdle, onIdle }: Props) {
  const { t } = useTranslation('filters')
  const marker = useRef<HTMLSpanElement>(null)
  const isRequired = useView(({ filters, sort }) => needsFullIdeas(filters, sort))
  const isColumnVisible = useColumnVisible(marker)
  useIdle(wasIdle, onIdle)
  const { data, isError } = useQuery({
    ...lazyQueries.fullIdeas(),
    enabled: isRequired || (isColumnVisible && wasIdle),
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

/** Calls `onIdle` when no request is pending and the browser has rendered the responses, unless `wasIdle`. */
function useIdle(wasIdle: boolean, onIdle: Props['onIdle']): void {
  const cache = useQueryClient().getQueryCache()
  useEffect(() => {
    if (wasIdle) return
    return onceIdle(cache, () => startTransition(() => onIdle(true)))
  }, [cache, wasIdle, onIdle])
}

/** Calls `run` when no request is pending and the browser is idle; returns a function that cancels that. */
function onceIdle(cache: QueryCache, run: () => void): () => void {
  let cancelCallback: (() => void) | undefined
  const check = () => {
    if (cache.getAll().every(({ state }) => state.fetchStatus === 'idle')) cancelCallback ??= whenIdle(run)
    else {
      cancelCallback?.()
      cancelCallback = undefined
    }
  }
  check()
  // A component that renders a query for the first time notifies the cache, and may not update this one meanwhile.
  const unsubscribe = cache.subscribe(notifyManager.batchCalls(check))
  return () => {
    unsubscribe()
    cancelCallback?.()
  }
}

/** Longest wait for an idle browser, milliseconds. */
const longestWaitMs = 2000
/** Wait where the browser does not tell when it is idle (Safari), milliseconds. */
const waitWithoutIdleCallbackMs = 200

/** Calls `run` when the browser has nothing else to do; returns a function that cancels that. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: longestWaitMs })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, waitWithoutIdleCallbackMs)
  return () => clearTimeout(timer)
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
