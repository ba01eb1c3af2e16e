import './panel.css'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Problem } from '#contract/api/problem.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import { Failure, TryAgain } from './failure.tsx'
import { Note } from './note.tsx'
import { useOnline } from './online.ts'

export type PanelState = 'loading' | 'ready' | 'empty' | 'error' | 'stale'

/** State of a panel that shows one query. An error shows only where there is nothing older to show. */
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
 * One of the widget's three panels: a region with a sticky heading and six states. `skeleton` has the measures of what
 * will stand there; `empty` says why there is nothing and what to do.
 */
export function Panel({
  name,
  symbol,
  state: given,
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
  children,
}: {
  name: 'what' | 'why' | 'how'
  /** Displayed symbol, where the panel shows one. */
  symbol?: string
  state: PanelState
  /** What its answer does not know: each reason stands once in `data-unknown`, for tests of the page. */
  unknown?: readonly UnknownField[] | undefined
  heading: ReactNode
  /** Beside the heading, quieter. */
  meta?: ReactNode
  /** Stays while the rest scrolls. */
  toolbar?: ReactNode
  problem?: Problem | undefined
  /** Replaces the problem's own text, which is loaded with the panels' code. */
  failureNote?: ReactNode
  onRetry?: (() => void) | undefined
  skeleton?: ReactNode
  /** Another element explains the delay. */
  quiet?: boolean
  empty?: ReactNode
  /** In place of all that: something that shows its states itself, of which `state` is the one it is in. */
  body?: ReactNode
  children?: ReactNode
}) {
  // The same in the document that stands there before any script.
  const id = `panel-${name}-name`
  const [again, setAgain] = useState(false)
  if (given !== 'loading' && !again) setAgain(true)
  const failure = useFailure(given, problem, symbol)
  const state = failure.lasts ? 'error' : given
  const retry =
    onRetry &&
    (() => {
      failure.forget()
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
          <Loading again={again} quiet={quiet} onRetry={retry}>
            {skeleton}
          </Loading>
        ) : state === 'error' ? (
          // Its texts come when they are needed: only it waits for them, not the panel.
          <Suspense>
            {failureNote ?? <Failure problem={failure.problem} symbol={symbol} onRetry={retry} />}
          </Suspense>
        ) : state === 'empty' ? (
          empty
        ) : (
          children
        )}
      </div>
    </section>
  )
}

/**
 * A failure that is being retried is still a failure: its message stays until there is a new state. `forget`
 * on the user's retry.
 */
function useFailure(state: PanelState, problem: Problem | undefined, symbol: string | undefined) {
  const [was, setWas] = useState({ state, symbol, problem, lasts: state === 'error' })
  if (was.state !== state || was.symbol !== symbol) {
    const failed = state === 'error'
    const lasts = failed || (state === 'loading' && was.lasts && was.symbol === symbol)
    setWas({ state, symbol, lasts, problem: failed ? problem : was.problem })
  }
  return {
    lasts: state === 'loading' && was.lasts,
    problem: state === 'error' ? problem : was.problem,
    forget: () => setWas({ ...was, lasts: false }),
  }
}

/** The skeleton, at once the first time and `again` after a moment; after 8 s it offers a retry. */
export function Loading({
  again,
  quiet,
  onRetry,
  children,
}: {
  again: boolean
  quiet: boolean
  onRetry: (() => void) | undefined
  children: ReactNode
}) {
  const { t } = useTranslation()
  const online = useOnline()
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (quiet) return
    const timer = setTimeout(() => setLong(true), 8000)
    return () => clearTimeout(timer)
  }, [quiet])
  return (
    <>
      {long && (
        <Note action={online && onRetry && <TryAgain onRetry={onRetry} />} inline>
          {t('stillLoading')}
        </Note>
      )}
      <div className={again ? 'panel-skeleton panel-skeleton-again' : 'panel-skeleton'} aria-hidden="true">
        {children}
      </div>
    </>
  )
}

/** Grey blocks of a skeleton. Style sheets say how large: a document before its script has no other styles. */
export const Bones = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => <i key={index} className="bone" />)
