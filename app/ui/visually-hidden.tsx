import './visually-hidden.css'
import type { ReactNode } from 'react'

/** Read out, not seen. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="visually-hidden">{children}</span>
)

/** Says what changed, politely, to screen readers only. */
export const LiveRegion = ({ children }: { children: ReactNode }) => (
  <div className="visually-hidden" role="status" aria-live="polite">
    {children}
  </div>
)
