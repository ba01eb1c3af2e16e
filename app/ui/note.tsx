import './note.css'
import type { ReactNode } from 'react'

/** Explains why content is missing, and the remedy. */
export const Note = ({
  title,
  children,
  action,
  role,
  code,
  inline = false,
}: {
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
  /** Code of the shown error. */
  code?: string
  inline?: boolean
}) => (
  <div className={inline ? 'note note-inline' : 'note'} role={role} data-code={code}>
    {title && <div className="note-title">{title}</div>}
    {children && <div className="note-text">{children}</div>}
    {action && <div className="note-action">{action}</div>}
  </div>
)
