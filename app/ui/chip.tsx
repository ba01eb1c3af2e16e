import './chip.css'
import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'info' | 'warn' | 'good' | 'bad' | 'earnings'

/** The sign of data that are not current, and of time that runs out. */
export const clockMark = <i className="chip-clock" />

/** A short label with a tone. `mark` is a sign before the text: tones must not differ by colour only. */
export const Chip = ({
  tone = 'neutral',
  mark,
  title,
  children,
}: {
  tone?: Tone
  mark?: ReactNode
  title?: string | undefined
  children: ReactNode
}) => (
  <span className={`chip chip-${tone}`} title={title}>
    {mark && (
      <span className="chip-mark" aria-hidden="true">
        {mark}
      </span>
    )}
    <span className="chip-text">{children}</span>
  </span>
)
