import './panel.css'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Problem } from '#contract/api/problem.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import { Failure, TryAgain } from './failure.tsx'
import { Note } from './note.tsx'
import { useOnline } from './online.ts'

export type PanelState = 'loading' | 'ready' | 'empty' | 'error' | 'stale'

/** State of a panel that shows one query. An error is shown only without earlier data. */
export const panelState = (
  query: { data: unknown; isError: boolean },
  { empty = false, stale = false }: { empty?: boolean; stale?: boolean } = {},
): PanelState =>
  query.data === undefined
    ? query.isError
      ? 'error'
      : 'loading'
    : empty
      ? 'empty'
      : stale
        ? 'stale'
        : 'ready'

/**
 * One of the widget's three panels: a region with a sticky heading and a state. `skeleton` has the
 * dimensions of the content; `empty` explains why there is no content, and the remedy.
 */
export function Panel({
  name,
  symbol,
  state: requestedState,
  unknown,
  heading,
  meta,
  toolbar,
  problem,
  failureNote,
  onRetry,
  skeleton,
  quiet = false,
  empty,
  body,
  foot,
  children,
}: {
  name: 'what' | 'why' | 'how'
  /** Displayed symbol, if the panel is about one. */
  symbol?: string
  state: PanelState
  /** Unknown fields of the response. `data-unknown` lists each reason once, for the page's tests. */
  unknown?: readonly UnknownField[] | undefined
  heading: ReactNode
  /** Secondary content beside the heading. */
  meta?: ReactNode
  /** Stays in place while the content scrolls. */
  toolbar?: ReactNode
  problem?: Problem | undefined
  /** Replaces the problem's own text, which is loaded with the panels' code. */
  failureNote?: ReactNode
  onRetry?: (() => void) | undefined
  skeleton?: ReactNode
  /** Omits the note about a slow response, because another element explains the delay. */
  quiet?: boolean
  empty?: ReactNode
  /** Replaces the content in every state, for content that displays its state itself. */
  body?: ReactNode
  /** Stays below the content while that scrolls. */
  foot?: ReactNode
  children?: ReactNode
}) {
  // The document's skeleton has the same id.
  const id = `panel-${name}-name`
  const [wasLoaded, setWasLoaded] = useState(false)
  if (requestedState !== 'loading' && !wasLoaded) setWasLoaded(true)
  const failure = useFailure(requestedState, problem, symbol)
  const state = failure.persists ? 'error' : requestedState
  const retry =
    onRetry &&
    (() => {
      failure.clear()
      onRetry()
    })
  return (
    <section
      id={`panel-${name}`}
      className={`panel panel-${name}`}
      data-panel={name}
      data-symbol={symbol || undefined}
      data-state={state}
      data-unknown={[...new Set(unknown?.map(({ reason }) => reason))].join(' ') || undefined}
      aria-labelledby={id}
      aria-busy={state === 'loading'}
    >
      <header className="panel-head">
        <h2 id={id}>{heading}</h2>
        {meta && <div className="panel-meta">{meta}</div>}
      </header>
      {toolbar && <div className="panel-toolbar">{toolbar}</div>}
      <div className="panel-body">
        {body ? (
          body
        ) : state === 'loading' ? (
          <Loading isReload={wasLoaded} quiet={quiet} onRetry={retry}>
            {skeleton}
          </Loading>
        ) : state === 'error' ? (
          // Only the failure suspends until its texts are loaded; the panel stays visible.
          <Suspense>
            {failureNote ?? <Failure problem={failure.problem} symbol={symbol} onRetry={retry} />}
          </Suspense>
        ) : state === 'empty' ? (
          empty
        ) : (
          children
        )}
      </div>
      {foot}
    </section>
  )
}

/**
 * Keeps showing a failure while an automatic retry is loading (`persists`), until the state
 * changes. Call `clear` when the user retries.
 */
function useFailure(state: PanelState, problem: Problem | undefined, symbol: string | undefined) {
  const [previous, setPrevious] = useState({ state, symbol, problem, persists: state === 'error' })
  if (previous.state !== state || previous.symbol !== symbol) {
    const failed = state === 'error'
    const persists = failed || (state === 'loading' && previous.persists && previous.symbol === symbol)
    setPrevious({ state, symbol, persists, problem: failed ? problem : previous.problem })
  }
  return {
    persists: state === 'loading' && previous.persists,
    problem: state === 'error' ? problem : previous.problem,
    clear: () => setPrevious({ ...previous, persists: false }),
  }
}

/**
 * Shows the skeleton: immediately on the first load, after a short delay on a reload. After 8 s it
 * offers a retry.
 */
export function Loading({
  isReload,
  quiet,
  onRetry,
  children,
}: {
  isReload: boolean
  quiet: boolean
  onRetry: (() => void) | undefined
  children: ReactNode
}) {
  const { t } = useTranslation()
  const online = useOnline()
  const [isSlow, setLong] = useState(false)
  useEffect(() => {
    if (quiet) return
    const timer = setTimeout(() => setLong(true), 8000)
    return () => clearTimeout(timer)
  }, [quiet])
  return (
    <>
      {isSlow && (
        <Note action={online && onRetry && <TryAgain onRetry={onRetry} />} inline>
          {t('stillLoading')}
        </Note>
      )}
      {/* A skeleton has no text, except a card that is painted before the app (boot/first-contract). */}
      <div className={isReload ? 'panel-skeleton panel-skeleton-again' : 'panel-skeleton'}>{children}</div>
    </>
  )
}

/**
 * Grey blocks of a skeleton. Style sheets set their size, because the document's policy forbids
 * inline styles. Their class name is short, because the skeleton is sent uncompressed.
 */
export const SkeletonBlocks = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => <i key={index} className="bone" />)
