import type { ReactNode } from 'react'

/** A figure of a list (`dl.roll-figures`). */
export const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
