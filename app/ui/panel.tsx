import './panel.css'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Problem } from '#contract/problem.ts'
import { Button } from './button.tsx'

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
  state,
  heading,
  meta,
  toolbar,
  problem,
  onRetry,
  skeleton,
  quiet = false,
  empty,
  children,
}: {
  name: 'what' | 'why' | 'how'
  /** Displayed symbol, where the panel shows one. */
  symbol?: string
  state: PanelState
  heading: ReactNode
  /** Beside the heading, quieter. */
  meta?: ReactNode
  /** Stays while the rest scrolls. */
  toolbar?: ReactNode
  problem?: Problem | undefined
  onRetry?: () => void
  skeleton?: ReactNode
  /** Somebody else says why it takes long. */
  quiet?: boolean
  empty?: ReactNode
  children?: ReactNode
}) {
  // The same in the document that stands there before any script.
  const id = `panel-${name}-name`
  const [again, setAgain] = useState(false)
  if (state !== 'loading' && !again) setAgain(true)
  return (
    <section
      id={`panel-${name}`}
      className={`panel panel-${name}`}
      data-panel={name}
      data-symbol={symbol || undefined}
      data-state={state}
      aria-labelledby={id}
      aria-busy={state === 'loading'}
    >
      <header className="panel-head">
        <h2 id={id}>{heading}</h2>
        {meta && <div className="panel-meta">{meta}</div>}
      </header>
      {toolbar && <div className="panel-toolbar">{toolbar}</div>}
      <div className="panel-body">
        {state === 'loading' ? (
          <Loading again={again} quiet={quiet} onRetry={onRetry}>
            {skeleton}
          </Loading>
        ) : state === 'error' ? (
          // Its texts come when they are needed: only it waits for them, not the panel.
          <Suspense>
            <Failure problem={problem} symbol={symbol} onRetry={onRetry} />
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

/** The skeleton, at once the first time and `again` after a moment; after 8 s it says so and offers another try. */
function Loading({
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
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (quiet) return
    const timer = setTimeout(() => setLong(true), 8000)
    return () => clearTimeout(timer)
  }, [quiet])
  return (
    <>
      {long && (
        <Note action={onRetry && <Button onClick={onRetry}>{t('retry')}</Button>} inline>
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

function Failure({
  problem,
  symbol,
  onRetry,
}: {
  problem: Problem | undefined
  symbol: string | undefined
  onRetry: (() => void) | undefined
}) {
  const { t } = useTranslation(['errors', 'common'])
  const code = problem?.code ?? 'internal'
  return (
    <Note
      role="alert"
      title={t(`title.${code}`)}
      action={
        <>
          {onRetry && <Button onClick={onRetry}>{t('common:retry')}</Button>}
          {problem?.extras.requestId && <ErrorId id={problem.extras.requestId} />}
        </>
      }
    >
      {t(`hint.${code}`, { symbol })}
    </Note>
  )
}

function ErrorId({ id }: { id: string }) {
  const { t } = useTranslation(['errors', 'common'])
  const [copied, setCopied] = useState(false)
  return (
    <Button
      kind="quiet"
      className="panel-error-id"
      title={t('copyId')}
      onClick={() => void navigator.clipboard?.writeText(id).then(() => setCopied(true))}
    >
      {copied ? t('copied') : t('id', { id })}
    </Button>
  )
}

/** Says why there is nothing to see and what to do about it. */
export const Note = ({
  title,
  children,
  action,
  role,
  inline = false,
}: {
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
  inline?: boolean
}) => (
  <div className={inline ? 'note note-inline' : 'note'} role={role}>
    {title && <div className="note-title">{title}</div>}
    {children && <div className="note-text">{children}</div>}
    {action && <div className="note-action">{action}</div>}
  </div>
)
