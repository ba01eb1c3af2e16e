/**
 * Body of a list other than the ideas: its content, skeleton, error or empty note. Reports the state by
 * `onState`.
 */
import { type ReactNode, Suspense, useEffect } from 'react'
import type { Problem } from '#contract/api/problem.ts'
import { Failure } from '#app/ui/failure.tsx'
import { Loading, type PanelState } from '#app/ui/panel.tsx'
import { ListSkeleton } from './skeleton.tsx'

export function ListBody({
  state,
  onState: onStateChange,
  problem,
  onRetry,
  empty,
  children,
}: {
  state: PanelState
  onState: (state: PanelState) => void
  problem?: Problem | undefined
  onRetry?: () => void
  empty?: ReactNode
  children?: ReactNode
}) {
  useEffect(() => onStateChange(state), [onStateChange, state])
  if (state === 'loading')
    return (
      <Loading isReload quiet={false} onRetry={onRetry}>
        <ListSkeleton />
      </Loading>
    )
  if (state === 'error')
    return (
      <Suspense>
        <Failure problem={problem} onRetry={onRetry} />
      </Suspense>
    )
  return state === 'empty' ? empty : children
}
