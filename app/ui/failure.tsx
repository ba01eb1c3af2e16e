/** A failure message with its remedy, a retry button if a retry may succeed, and a button that copies the error id. */
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { isTransient, type Problem } from '#contract/api/problem.ts'
import { Button } from './controls/button.tsx'
import { Note } from './note.tsx'
import { useOnline } from './online.ts'

export function TryAgain({ onRetry, busy = false }: { onRetry: () => void; busy?: boolean }) {
  const { t } = useTranslation()
  return (
    <Button data-action="try-again" disabled={busy} onClick={onRetry}>
      {t('retry')}
    </Button>
  )
}

/**
 * `title` replaces the title of the problem. `plain` omits the hint of a transient failure. Transient
 * failures are retried automatically (boot/session/recovery.ts); permanent ones have no button.
 */
export function Failure({
  problem,
  symbol,
  title,
  plain = false,
  busy,
  onRetry,
}: {
  problem: Problem | undefined
  symbol?: string | undefined
  title?: ReactNode
  plain?: boolean
  /** A retry is running. */
  busy?: boolean
  onRetry?: (() => void) | undefined
}) {
  const { t } = useTranslation(['errors', 'common'])
  const online = useOnline()
  const code = problem?.code ?? 'internal'
  const canRetry = isTransient(code)
  const requestId = problem?.extras.requestId
  return (
    <Note
      role="alert"
      code={code}
      title={title ?? t(`title.${code}`)}
      action={
        (canRetry && online && onRetry) || requestId ? (
          <>
            {canRetry && online && onRetry && <TryAgain onRetry={onRetry} busy={busy ?? false} />}
            {requestId && <ErrorId id={requestId} />}
          </>
        ) : undefined
      }
    >
      {!online && canRetry
        ? t('offline')
        : [(!plain || !canRetry) && t(`hint.${code}`, { symbol }), canRetry && problem && t('trying')]
            .filter(Boolean)
            .join(' ')}
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
