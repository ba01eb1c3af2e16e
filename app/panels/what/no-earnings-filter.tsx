import type { ReactNode } from 'react'
import { useAppState } from '#app/state/app-state.ts'
import { setFilters } from '#app/state/choices/list-choice.ts'
import { useView } from '#app/state/view.ts'

/** Leaves out trades with an earnings report before expiry. `children` is the label, which `title` may explain. */
export function NoEarningsFilter({
  className,
  title,
  children,
}: {
  className: string
  title?: string
  children: ReactNode
}) {
  const app = useAppState()
  const noEarnings = useView((view) => view.filters.noEarnings)
  return (
    <label className={className} title={title}>
      <input
        type="checkbox"
        data-filter="noEarnings"
        checked={noEarnings}
        onChange={({ target }) => setFilters(app, { noEarnings: target.checked })}
      />
      <span>{children}</span>
    </label>
  )
}
