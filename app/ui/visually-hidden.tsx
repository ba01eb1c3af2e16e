import './visually-hidden.css'
import type { ReactNode } from 'react'

/** Content for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="visually-hidden">{children}</span>
)

/** Announces changes to screen readers, politely. */
export const LiveRegion = ({ children }: { children: ReactNode }) => (
  <div className="visually-hidden" role="status" aria-live="polite">
    {children}
  </div>
)
