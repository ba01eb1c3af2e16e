/** Beside the list of ideas, unseen: what is said of its order, and the answer that holds more of each idea than the list. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { laterQueries } from '#app/api/later-queries.ts'
import { useView } from '#app/state/view.ts'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { needsWhole, type Whole } from './filter-and-sort.ts'
import { isLater } from './columns.ts'

type Props = {
  /** How many ideas the list shows, of how many. */
  shown: number
  total: number
  whole: Whole
  onWhole: (whole: Whole) => void
}

export const Beside = (props: Props) => (
  <Suspense>
    <Order {...props} />
    <WholeIdeas {...props} />
  </Suspense>
)

function Order({ shown, total }: Props) {
  const { t } = useTranslation(['what', 'filters'])
  const { column, descending } = useView((view) => view.sort)
  return (
    <LiveRegion>
      {t('sorted', {
        column: isLater(column) ? t(`filters:columnName.${column}`) : t(`columnName.${column}`),
        order: t(column === 'strength' && descending ? 'strongest' : descending ? 'descending' : 'ascending'),
        shown,
        total,
      })}
    </LiveRegion>
  )
}

/**
 * Asks for the whole ideas where something on screen needs them: a column that the panel is wide enough for, a filter, the
 * order. Not before what the other panels have asked for is there.
 */
function WholeIdeas({ onWhole }: Props) {
  const { t } = useTranslation('filters')
  const place = useRef<HTMLSpanElement>(null)
  const wanted = useView(({ filters, sort }) => needsWhole(filters, sort))
  const shown = useColumnShown(place)
  const quiet = useOthersAnswered()
  const { data, isError } = useQuery({
    ...laterQueries.wholeIdeas(),
    enabled: wanted || (shown && quiet),
  })
  const whole = useMemo(() => data && new Map(data.tradeIdeas.map((idea) => [idea.symbol, idea])), [data])
  useEffect(() => onWhole(whole), [onWhole, whole])
  return (
    <>
      <span ref={place} hidden />
      {(wanted || shown) && isError && !data && (
        <p className="what-basis" role="status">
          {t('wholeFailed')}
        </p>
      )}
    </>
  )
}

/** Whether there was a moment in which nothing was being asked for any more. */
function useOthersAnswered(): boolean {
  const cache = useQueryClient().getQueryCache()
  const [answered, setAnswered] = useState(false)
  useEffect(() => {
    if (answered) return
    const look = () => setAnswered(cache.getAll().every(({ state }) => state.fetchStatus === 'idle'))
    look()
    return cache.subscribe(look)
  }, [cache, answered])
  return answered
}

/** Whether the panel has room for the first of the columns that are filled later. */
function useColumnShown(place: React.RefObject<HTMLElement | null>): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const panel = place.current?.closest('.panel')
    if (!panel) return
    const observer = new ResizeObserver(() =>
      setShown(panel.querySelector('th.column-yield')?.checkVisibility() ?? false),
    )
    observer.observe(panel)
    return () => observer.disconnect()
  }, [place])
  return shown
}
